/**
 * Reads the audit log from its beginning and finds what isn't as it was written (ADR-0024): entries that were changed,
 * taken out or put in, a tail that was cut off, and values that disappeared without an entry that erased them.
 */
import { CHAIN_START, ERASABLE, commitmentOf, hashAfter, type ChainedEntry, type Erasable } from './chain.ts'
import { isSigned, type Checkpoint } from './checkpoint.ts'

export interface Problem {
  readonly kind: 'changed' | 'missing' | 'inserted' | 'checkpoint'
  /** The number of the entry, or of the first of several. */
  readonly number: number
  /** Of the last of several; else the same. */
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
  /** Values that are gone, each by an entry that says so. */
  readonly erased: number
  readonly last: Head
  /** The checkpoints that fit. */
  readonly checkpoints: number
  /** The first ones, in the order in which they were found. */
  readonly problems: readonly Problem[]
  /** How many there are. */
  readonly problemCount: number
}

/** Of hashes that the entry before may have, where many entries in a row do not fit. */
const ALTERNATIVES_MAX = 3
/** Whoever sees so many looks at a backup. */
const PROBLEMS_MAX = 50

interface Erased {
  readonly entry: Pick<ChainedEntry, 'number' | 'actor_id' | 'target_type' | 'target_id' | 'space_id'>
  readonly fields: readonly Erasable[]
}

/** Takes the entries one by one, in the order of their numbers. */
export class AuditVerifier {
  private readonly isPart: boolean
  private expected = 1
  private entries = 0
  /** The hashes that the entry before may have; empty: it is unknown. */
  private before: readonly string[] = [CHAIN_START]
  private last: Head = { number: 0, hash: CHAIN_START }
  private readonly erased: Erased[] = []
  /** Of each kind and target, the number of the newest entry that erases. */
  private readonly erasers = new Map<string, number>()
  private readonly checkpoints = new Map<number, Checkpoint[]>()
  private fitting = 0
  private fitsUpTo = 0
  private readonly problems: Problem[] = []
  private problemCount = 0

  /** @param isPart only some of the entries: those between them, and what erased something, are not expected. */
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

  /** @param previous of a part: the hash of the entry before */
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

  /** @param head what the database says is the newest entry; absent for a file. */
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
    // not the whole entry: there may be very many
    const { number, actor_id, target_type, target_id, space_id } = entry
    this.erased.push({ entry: { number, actor_id, target_type, target_id, space_id }, fields: gone })
  }

  private checkHash(entry: ChainedEntry): void {
    const { number } = entry
    const computed = this.before.map((before) => hashAfter(before, entry))
    // after a gap there is nothing to compare with
    if (computed.length === 0 || computed.includes(entry.hash)) {
      this.before = [entry.hash]
      return
    }
    const says =
      number === 1
        ? 'Entry 1 was changed: its hash does not fit what it says'
        : `Entry ${number} was changed, or ${number - 1} before it: its hash does not fit the two`
    this.report('changed', number, number, says)
    // what follows fits either the hash that is stored, or the one that should be
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

/** What an entry of that action erases: the targets that it may name for `field` of `entry` to be gone. */
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
