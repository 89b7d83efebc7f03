/** The journal's records, one JSON line each. */

export type JournalRecord = {
  /** The delivery's id. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
} & (
  | { readonly step: 'begun' | 'interrupted' | 'failed' | 'done' }
  /** The reply to post: after a crash the same one is posted, never another. */
  | { readonly step: 'reply'; readonly messageId: string; readonly parts: readonly string[] }
)

export interface PendingReply {
  readonly messageId: string
  readonly parts: readonly string[]
  readonly at: number
}

export interface Entry {
  readonly at: number
  readonly isDone: boolean
  /** Attempts that started but never ended. */
  readonly begun: number
  readonly reply: PendingReply | undefined
}

/** Thrown for a malformed line. */
export class BadLine extends Error {
  override name = 'BadLine'
}

/**
 * The records of a journal's text, and the bytes up to its last complete line: a crash may leave half a line at the
 * end.
 * @throws BadLine with the line's number.
 */
export function readRecords(text: string): { records: JournalRecord[]; wholeBytes: number } {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const records = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readLine(line, index + 1))
  return { records, wholeBytes: Buffer.byteLength(whole) }
}

function readLine(line: string, number: number): JournalRecord {
  try {
    const record = JSON.parse(line) as Partial<JournalRecord> | null
    if (typeof record?.id === 'string' && typeof record.at === 'number' && typeof record.step === 'string') {
      return record as JournalRecord
    }
  } catch {
    // reported below
  }
  throw new BadLine(`line ${number} is not a record`)
}

/** The state of each delivery after these records. A failed one is open again: its cause may be fixed by now. */
export function entriesOf(records: Iterable<JournalRecord>): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const record of records) applyRecord(entries, record)
  return entries
}

export function applyRecord(entries: Map<string, Entry>, record: JournalRecord): void {
  if (record.step === 'failed') entries.delete(record.id)
  else entries.set(record.id, nextEntry(entries.get(record.id), record))
}

function nextEntry(entry: Entry | undefined, record: JournalRecord): Entry {
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

/** The fewest records with the same meaning, without entries older than `since`. */
export function compact(entries: ReadonlyMap<string, Entry>, since: number): JournalRecord[] {
  return [...entries].flatMap(([id, { at, isDone, begun, reply }]): JournalRecord[] => {
    if (at < since) return []
    if (isDone) return [{ id, at, step: 'done' }]
    const begins = Array.from({ length: begun }, (): JournalRecord => ({ id, at, step: 'begun' }))
    return reply === undefined ? begins : [...begins, { id, step: 'reply', ...reply }]
  })
}
