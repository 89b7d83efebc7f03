/** What a ledger says, line by line. */

export type LedgerRecord = {
  /** The delivery that it is about. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
} & (
  | { readonly step: 'begun' | 'interrupted' | 'failed' | 'done' }
  /** What will be posted: nothing else is ever posted for this delivery, however often we crash. */
  | { readonly step: 'reply'; readonly messageId: string; readonly parts: readonly string[] }
)

export interface KeptReply {
  readonly messageId: string
  readonly parts: readonly string[]
  readonly at: number
}

export interface Entry {
  readonly at: number
  readonly isDone: boolean
  /** How often the answering was begun and never came to an end. */
  readonly begun: number
  readonly reply: KeptReply | undefined
}

/** Thrown for a line that is no record. */
export class BadLine extends Error {
  override name = 'BadLine'
}

/**
 * The records of a ledger's text, and how many bytes of it are whole: a crash may leave half a line at the end.
 * @throws BadLine with the line's number.
 */
export function readRecords(text: string): { records: LedgerRecord[]; wholeBytes: number } {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const records = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readLine(line, index + 1))
  return { records, wholeBytes: Buffer.byteLength(whole) }
}

function readLine(line: string, number: number): LedgerRecord {
  try {
    const record = JSON.parse(line) as Partial<LedgerRecord> | null
    if (typeof record?.id === 'string' && typeof record.at === 'number' && typeof record.step === 'string') {
      return record as LedgerRecord
    }
  } catch {
    // said below
  }
  throw new BadLine(`line ${number} is no record`)
}

/** What is known of each delivery after these records. What failed is open again: somebody may have mended it. */
export function entriesOf(records: Iterable<LedgerRecord>): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const record of records) enter(entries, record)
  return entries
}

export function enter(entries: Map<string, Entry>, record: LedgerRecord): void {
  if (record.step === 'failed') entries.delete(record.id)
  else entries.set(record.id, after(entries.get(record.id), record))
}

function after(entry: Entry | undefined, record: LedgerRecord): Entry {
  const { begun = 0, reply, isDone = false } = entry ?? {}
  const { at, step } = record
  switch (step) {
    case 'begun':
      return { at, begun: begun + 1, reply, isDone }
    case 'interrupted':
      return { at, begun: Math.max(0, begun - 1), reply, isDone }
    case 'reply':
      return { at, begun, isDone, reply: { messageId: record.messageId, parts: record.parts, at } }
    default:
      return { at, begun, reply: undefined, isDone: isDone || step === 'done' }
  }
}

/** The fewest records that say the same, without what is older than `since`. */
export function compact(entries: ReadonlyMap<string, Entry>, since: number): LedgerRecord[] {
  return [...entries].flatMap(([id, { at, isDone, begun, reply }]): LedgerRecord[] => {
    if (at < since) return []
    if (isDone) return [{ id, at, step: 'done' }]
    const begins = Array.from({ length: begun }, (): LedgerRecord => ({ id, at, step: 'begun' }))
    return reply === undefined ? begins : [...begins, { id, step: 'reply', ...reply }]
  })
}
