import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import { compact, entriesOf, readRecords, type JournalRecord } from './journal-records.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-journal-'))
  return {
    // the journal's folder doesn't exist yet
    file: path.join(folder, 'new', 'scout.ledger'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const at = 1
const begun: JournalRecord = { id: 'a', at, step: 'begun' }
const reply: JournalRecord = { id: 'a', at, step: 'reply', messageId: 'm', parts: ['one', 'two'] }
const done: JournalRecord = { id: 'a', at, step: 'done' }
const pending = { messageId: 'm', parts: ['one', 'two'], at }

test.for([
  { records: [begun], entry: { isDone: false, begun: 1, reply: undefined }, because: 'it crashed at work' },
  {
    records: [begun, { ...begun, step: 'interrupted' as const }],
    entry: { isDone: false, begun: 0, reply: undefined },
    because: 'a shutdown is not a failure',
  },
  {
    records: [begun, begun, reply],
    entry: { isDone: false, begun: 2, reply: pending },
    because: 'a journalled reply is posted, whatever happens',
  },
  {
    records: [begun, reply, done],
    entry: { isDone: true, begun: 1, reply: undefined },
    because: 'it is over, and its text is no longer needed',
  },
  {
    records: [begun, { ...begun, step: 'failed' as const }],
    entry: undefined,
    because: 'a failed delivery is open to the next run',
  },
])('an entry: $because', ({ records, entry }) => {
  const entries = entriesOf(records)
  expect(entries.get('a')).toEqual(entry && { at, ...entry })
  // compaction preserves the meaning
  const short = entriesOf(compact(entries, 0)).get('a')
  const isNew = entry === undefined || (entry.begun === 0 && !entry.isDone)
  expect(short).toEqual(isNew ? undefined : { at, ...entry, begun: entry.isDone ? 0 : entry.begun })
  expect(compact(entries, 2)).toEqual([])
})

test('half a line at the end is dropped, a malformed line is named', () => {
  const line = `${JSON.stringify({ ...begun, id: 'ä' })}\n`
  expect(readRecords(`${line}{"id":"b","at":`)).toMatchObject({
    records: [{ id: 'ä' }],
    wholeBytes: Buffer.byteLength(line),
  })
  expect(() => readRecords(`${line}\n`)).toThrow('line 2')
  expect(() => readRecords(`${line}{"id":7}\n`)).toThrow('line 2')
})

test('a journal is readable only by its owner, used by one listener at a time, and survives a torn write', async () => {
  await using folder = await temporaryFolder()
  const { file } = folder
  const first = await openJournal(file)
  await expect(openJournal(file)).rejects.toThrow('Another listener works with')
  await Promise.all([first.append(begun), first.append(reply)])
  expect(first.entries.get('a')?.reply).toEqual(pending)
  await first.close()
  expect((await stat(file)).mode & 0o077).toBe(0)

  await appendFile(file, '{"id":"b","st')
  const second = await openJournal(file)
  expect([...second.entries.keys()]).toEqual(['a'])
  await second.append(done)
  await second.close()

  expect(readRecords(await readFile(file, 'utf8')).records).toEqual([begun, reply, done])
})

test('a long journal is compacted; a damaged one is refused and left unchanged', async () => {
  await using folder = await temporaryFolder()
  const { file } = folder
  await (await openJournal(file)).close()
  const now = Date.now()
  const lines = Array.from({ length: 6000 }, (_, index) =>
    JSON.stringify({ id: `d${index}`, at: index < 5990 ? 1 : now, step: 'done' }),
  )
  await writeFile(file, `${lines.join('\n')}\n`)
  const journal = await openJournal(file)
  await journal.append(begun)
  await journal.close()
  expect(readRecords(await readFile(file, 'utf8')).records).toHaveLength(11)

  await writeFile(file, 'not a journal\n')
  await expect(openJournal(file)).rejects.toThrow('line 1 is not a record')
  expect(await readFile(file, 'utf8')).toBe('not a journal\n')
  // and the refused journal isn't locked
  await expect(openJournal(file)).rejects.toThrow('line 1 is not a record')
})
