/**
 * Reads the audit log from its start and detects tampering (ADR-0024): entries that were changed,
 * removed or inserted, a truncated tail, and values that disappeared without an erasing entry.
 */
import { CHAIN_START, ERASABLE, commitmentOf, hashAfter, type ChainedEntry, type Erasable } from './chain.ts'
import { isSigned, type Checkpoint } from './checkpoint.ts'

export interface Problem {
  readonly kind: 'changed' | 'missing' | 'inserted' | 'checkpoint'
  /** The number of the entry, or of the first of a range. */
  readonly number: number
  /** The last of the range; else the same. */
  readonly to: number
  /** A sentence for the operator. */
  readonly says: string
}

export interface Head {
  readonly number: number
  readonly hash: string
}

export interface Verified {
  readonly entries: number
  /** Values that were erased by an entry. */
  readonly erased: number
  readonly last: Head
  /** The matching checkpoints. */
  readonly checkpoints: number
  /** The first problems, in the order of detection. */
  readonly problems: readonly Problem[]
  /** The number of all problems. */
  readonly problemCount: number
}

/** The maximum of candidate hashes of the previous entry, when many entries in a row don't match. */
const ALTERNATIVES_MAX = 3
/** With this many problems one restores a backup. */
const PROBLEMS_MAX = 50

interface Erased {
  readonly entry: Pick<ChainedEntry, 'number' | 'actor_id' | 'target_type' | 'target_id' | 'space_id'>
  readonly fields: readonly Erasable[]
}

/** Verifies the entries one by one, in the order of their numbers. */
export class AuditVerifier {
  private readonly isPart: boolean
  private expected = 1
  private entries = 0
  /** The possible hashes of the previous entry; empty: unknown. */
  private before: readonly string[] = [CHAIN_START]
  private last: Head = { number: 0, hash: CHAIN_START }
  private readonly erased: Erased[] = []
  /** The number of the newest erasing entry, by kind and target. */
  private readonly erasers = new Map<string, number>()
  private readonly checkpoints = new Map<number, Checkpoint[]>()
  private fitting = 0
  private fitsUpTo = 0
  private readonly problems: Problem[] = []
  private problemCount = 0

  /** @param isPart a partial log: gaps, and values without an erasing entry, are expected. */
  constructor(checkpoints: Iterable<Checkpoint> = [], isPart = false) {
    this.isPart = isPart
    for (const checkpoint of checkpoints) {
      if (!isSigned(checkpoint)) {
        const { number } = checkpoint
        this.report('checkpoint', number, number, `The signature of the checkpoint at ${number} does not fit`)
        continue
      }
      this.checkpoints.set(checkpoint.number, [
        ...(this.checkpoints.get(checkpoint.number) ?? []),
        checkpoint,
      ])
    }
  }

  /** @param previous in a partial log the hash of the preceding entry */
  add(entry: ChainedEntry, previous?: string): void {
    const { number } = entry
    if (number < this.expected) {
      this.report('inserted', number, number, `Entry ${number} stands where ${this.expected} belongs`)
      return
    }
    if (previous !== undefined) this.before = [previous]
    else if (number > this.expected) {
      this.reportMissing(this.expected, number - 1)
      this.before = []
    }
    this.entries += 1
    this.checkValues(entry)
    this.checkHash(entry)
    this.checkCheckpoints(entry)
    this.noteEraser(entry)
    this.last = { number, hash: entry.hash }
    this.expected = number + 1
  }

  /** @param head the newest entry according to the database; absent for a file. */
  finish(head?: Head): Verified {
    if (head !== undefined) this.checkHead(head)
    const furthest = Math.max(0, ...this.checkpoints.keys())
    if (furthest > this.last.number && !this.isPart) this.reportMissing(this.last.number + 1, furthest)
    let erased = 0
    for (const { entry, fields } of this.erased) {
      const unexplained = fields.filter((field) => !this.isPart && !this.isErasedRightly(entry, field))
      erased += fields.length - unexplained.length
      if (unexplained.length > 0) {
        const says = `Entry ${entry.number} lost its ${unexplained.join(' and ')}, and no entry says that it was erased`
        this.report('changed', entry.number, entry.number, says)
      }
    }
    return {
      entries: this.entries,
      erased,
      last: this.last,
      checkpoints: this.fitting,
      problems: this.problems,
      problemCount: this.problemCount,
    }
  }

  private checkValues(entry: ChainedEntry): void {
    const gone: Erasable[] = []
    for (const field of ERASABLE) {
      const value = entry.values[field]
      const hash = entry.hashes[field]
      if (value === null) {
        if (hash !== null) gone.push(field)
      } else if (hash === null || commitmentOf(value) !== hash) {
        const says = `Entry ${entry.number} was changed: its ${field} is not what was written`
        this.report('changed', entry.number, entry.number, says)
      }
    }
    if (gone.length === 0) return
    // not the whole entry, because there may be very many
    const { number, actor_id, target_type, target_id, space_id } = entry
    this.erased.push({ entry: { number, actor_id, target_type, target_id, space_id }, fields: gone })
  }

  private checkHash(entry: ChainedEntry): void {
    const { number } = entry
    const computed = this.before.map((before) => hashAfter(before, entry))
    // after a gap there is nothing to compare
    if (computed.length === 0 || computed.includes(entry.hash)) {
      this.before = [entry.hash]
      return
    }
    const says =
      number === 1
        ? 'Entry 1 was changed: its hash does not fit what it says'
        : `Entry ${number} was changed, or ${number - 1} before it: its hash does not fit the two`
    this.report('changed', number, number, says)
    // the next entry matches either the stored hash or the correct one
    this.before = [entry.hash, ...computed].slice(0, ALTERNATIVES_MAX)
  }

  private checkCheckpoints({ number, hash }: ChainedEntry): void {
    for (const checkpoint of this.checkpoints.get(number) ?? []) {
      if (checkpoint.hash === hash) {
        this.fitting += 1
        this.fitsUpTo = number
        continue
      }
      const says =
        `Something from entry ${this.fitsUpTo + 1} to ${number} was rewritten: the checkpoint of ` +
        `${checkpoint.at} says another hash of ${number}`
      this.report('checkpoint', this.fitsUpTo + 1, number, says)
    }
  }

  private checkHead(head: Head): void {
    const { number, hash } = this.last
    if (number < head.number) this.reportMissing(number + 1, head.number)
    else if (number > head.number) {
      const says = `${entriesFrom(head.number + 1, number)} stand after the newest that the database knows of, ${head.number}`
      this.report('inserted', head.number + 1, number, says)
    } else if (hash !== head.hash) {
      const says = `Entry ${number} is not the one that the database knows as the newest: its hash is another`
      this.report('changed', number, number, says)
    }
  }

  private noteEraser({ number, action, target_id: target }: ChainedEntry): void {
    if (action in ERASES) this.erasers.set(`${action} ${target}`, number)
  }

  private isErasedRightly(entry: Erased['entry'], field: Erasable): boolean {
    return Object.entries(ERASES).some(([action, erases]) =>
      erases(entry, field).some((target) => (this.erasers.get(`${action} ${target}`) ?? 0) > entry.number),
    )
  }

  private reportMissing(from: number, to: number): void {
    this.report('missing', from, to, `${entriesFrom(from, to)} ${from === to ? 'is' : 'are'} missing`)
  }

  private report(kind: Problem['kind'], number: number, to: number, says: string): void {
    this.problemCount += 1
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ kind, number, to, says })
  }
}

function entriesFrom(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`
}

/** By erasing action: the targets by which it may have erased `field` of `entry`. */
const ERASES: Readonly<Record<string, (entry: Erased['entry'], field: Erasable) => string[]>> = {
  personal_data_erased: ({ actor_id: actor, target_type: type, target_id: target }, field) => [
    ...(field === 'ip' && actor !== null ? [actor] : []),
    ...(type === 'user' || type === 'agent' ? [target] : []),
  ],
  message_erased: ({ target_type: type, target_id: target }, field) =>
    type === 'message' && (field === 'before' || field === 'after') ? [target] : [],
  space_purged: ({ target_type: type, space_id: space }, field) =>
    space !== null && field !== 'ip' && ['message', 'task', 'channel', 'report'].includes(type)
      ? [space]
      : [],
}
