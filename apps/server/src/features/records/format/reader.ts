/** Reads and verifies a record line by line, with one line in memory (docs/rules/records.md#verify). */
import type { KeyObject } from 'node:crypto'
import { CHECKPOINT_EVERY, RECORDS_MAX } from './bounds.ts'
import { chainStart } from './chain.ts'
import { BadFileLine, linesOf } from './file-lines.ts'
import { COUNTED, NO_COUNTS, RANK, hasText, type DataOf, type Kind } from './kinds.ts'
import {
  BadLine,
  checkText,
  hashAfter,
  parseHeader,
  parseLine,
  type Checkpoint,
  type FileRecord,
  type Header,
} from './lines.ts'
import { isSigned, publicKeyOf } from './signature.ts'

/** A file that doesn't verify, with the first location of an error. */
export class BrokenRecord extends Error {
  override name = 'BrokenRecord'
  readonly line: number
  /** The kind and id of the record, as far as they are readable. */
  readonly what: string

  constructor(line: number, what: string, problem: string) {
    super(`Line ${line}${what === '' ? '' : ` (${what})`}: ${problem}.`)
    this.line = line
    this.what = what
  }
}

export interface Verified {
  readonly header: Header
  readonly lines: number
  readonly records: number
  readonly counts: DataOf<'end'>
  readonly checkpoints: number
  /** The number of erased texts. */
  readonly erased: number
  /** The last checkpoint. */
  readonly last: Checkpoint
}

export interface ReadOptions {
  /** Called with the first line, before any record. */
  readonly onHeader?: (header: Header) => void | Promise<void>
  /** Called with each record after it was checked, but before the checkpoint that signs it. */
  readonly onRecord?: (record: FileRecord) => void | Promise<void>
}

/** Reads to the end. @throws BrokenRecord at the first line that doesn't verify */
export async function readRecord(
  chunks: AsyncIterable<Uint8Array>,
  { onHeader, onRecord }: ReadOptions = {},
): Promise<Verified> {
  const check = new Check()
  let lineNumber = 0
  try {
    for await (const { number, text } of linesOf(chunks)) {
      lineNumber = number
      const read = at(number, text, () => check.take(text))
      if (read.header !== undefined) await onHeader?.(read.header)
      if (read.record !== undefined) await onRecord?.(read.record)
    }
  } catch (error) {
    if (error instanceof BadFileLine) {
      throw new BrokenRecord(error.number, described(error.start), error.message)
    }
    throw error
  }
  return at(lineNumber + 1, '', () => check.finish(lineNumber))
}

function at<T>(line: number, text: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadLine) throw new BrokenRecord(line, described(text), error.message)
    throw error
  }
}

const START_CHARS = 2000
const KIND = /"kind":"([a-z]{1,20})"/
const ID = /"(?:id|message|task|account)":"([0-9a-f-]{36})"/
const NAMED = /"name":"([^"\\]{1,80})"/
const CHECKPOINT = /^\{"checkpoint":(\d{1,12})/

/** Describes a line that can't be trusted or parsed. */
export function described(line: string): string {
  const start = line.slice(0, START_CHARS)
  const checkpoint = CHECKPOINT.exec(start)
  if (checkpoint !== null) return `checkpoint after record ${checkpoint[1]}`
  const kind = KIND.exec(start)?.[1]
  if (kind === undefined) return ''
  const id = ID.exec(start)?.[1] ?? NAMED.exec(start)?.[1]
  return id === undefined ? kind : `${kind} ${id}`
}

interface Taken {
  readonly header?: Header
  readonly record?: FileRecord
}

/** The state between lines; its size is constant. */
class Check {
  private header: Header | undefined
  private key: KeyObject | undefined
  private chain = ''
  private records = 0
  private checkpoints = 0
  private erased = 0
  private rank = 0
  private lastSeq = 0
  private lastTask = 0
  private message: string | undefined
  private task: string | undefined
  private last: Checkpoint | undefined
  private end: DataOf<'end'> | undefined
  private readonly counts: Record<string, number> = { ...NO_COUNTS }

  take(line: string): Taken {
    if (this.header === undefined) return { header: this.begin(line) }
    if (this.end !== undefined && !this.isCheckpointDue()) throw new BadLine('it comes after the end')
    const read = parseLine(line)
    if ('checkpoint' in read) {
      this.takeCheckpoint(this.header, read)
      return {}
    }
    this.takeRecord(read)
    return { record: read }
  }

  finish(lines: number): Verified {
    const { header, last, end, records, checkpoints, erased } = this
    if (header === undefined) throw new BadLine('the file is empty')
    if (end === undefined || last === undefined || this.isCheckpointDue()) {
      throw new BadLine(`the file ends after ${records} records, before the record does`)
    }
    return { header, lines, records, counts: end, checkpoints, erased, last }
  }

  private begin(line: string): Header {
    const header = parseHeader(line)
    const key = publicKeyOf(header.exported.key)
    if (key === undefined) throw new BadLine('its key is none')
    for (const origin of header.exported.origins) {
      const originKey = publicKeyOf(origin.key)
      if (originKey === undefined || !isSigned(originKey, origin, origin.signature)) {
        throw new BadLine(`the signature of ${origin.from}, where the space was before, does not fit`)
      }
    }
    this.header = header
    this.key = key
    this.chain = chainStart(header.space)
    return header
  }

  private isCheckpointDue(): boolean {
    const isDue = this.records > 0 && (this.records % CHECKPOINT_EVERY === 0 || this.end !== undefined)
    return isDue && this.last?.checkpoint !== this.records
  }

  private takeCheckpoint(header: Header, checkpoint: Checkpoint): void {
    if (!this.isCheckpointDue() || checkpoint.checkpoint !== this.records) {
      throw new BadLine(`a checkpoint stands where ${this.expected()} belongs`)
    }
    if (checkpoint.hash !== this.chain) throw new BadLine('its hash is not that of the record before it')
    const signed = { header: header.hash, records: this.records, chain: this.chain }
    if (this.key === undefined || !isSigned(this.key, signed, checkpoint.signature)) {
      throw new BadLine('its signature does not fit the records before it and the key in the first line')
    }
    this.checkpoints += 1
    this.last = checkpoint
  }

  private expected(): string {
    return this.isCheckpointDue()
      ? `the checkpoint after record ${this.records}`
      : `record ${this.records + 1}`
  }

  private takeRecord(record: FileRecord): void {
    if (this.isCheckpointDue() || record.n !== this.records + 1) {
      throw new BadLine(`record ${record.n} stands where ${this.expected()} belongs`)
    }
    if (this.records >= RECORDS_MAX) throw new BadLine(`there are more than ${RECORDS_MAX} records`)
    if (hashAfter(this.chain, record) !== record.hash) throw new BadLine('its hash does not fit what it says')
    checkText(record)
    this.checkOrder(record)
    this.records += 1
    this.chain = record.hash
    if (hasText(record.kind) && 'text' in record.data && record.data.text !== null && !record.text) {
      this.erased += 1
    }
    this.count(record)
  }

  private checkOrder(record: FileRecord): void {
    const { kind } = record
    const isFirst = this.records === 0
    if (isFirst !== (kind === 'space') || RANK[kind] < this.rank) {
      throw new BadLine(`a ${kind} does not belong here`)
    }
    this.rank = RANK[kind]
    if (kind === 'space' && record.data.id !== this.header?.space) {
      throw new BadLine('it is another space than the first line says')
    }
    this.checkParts(record)
  }

  /** Versions and reactions follow their message, notes their task. */
  private checkParts(record: FileRecord): void {
    if (record.kind === 'message') {
      if (record.data.seq <= this.lastSeq) throw new BadLine('its number is not higher than the one before')
      this.lastSeq = record.data.seq
      this.message = record.data.id
    } else if (record.kind === 'task') {
      if (record.data.number <= this.lastTask)
        throw new BadLine('its number is not higher than the one before')
      this.lastTask = record.data.number
      this.task = record.data.id
    } else if (record.kind === 'version' || record.kind === 'reaction') {
      if (record.data.message !== this.message) throw new BadLine('it does not follow its message')
    } else if (record.kind === 'note' && record.data.task !== this.task) {
      throw new BadLine('it does not follow its task')
    }
  }

  private count({ kind, data }: FileRecord): void {
    if (kind === 'end') {
      const wrong = Object.entries(data).find(([name, count]) => this.counts[name] !== count)
      if (wrong !== undefined)
        throw new BadLine(`it says ${wrong[1]} ${wrong[0]}, not ${this.counts[wrong[0]]}`)
      this.end = data
    } else if (kind !== 'space') {
      const name = COUNTED[kind satisfies Exclude<Kind, 'end' | 'space'>]
      this.counts[name] = (this.counts[name] ?? 0) + 1
    }
  }
}
