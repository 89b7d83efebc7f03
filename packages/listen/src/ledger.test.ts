import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from './journal.ts'
import { compact, entriesOf, readRecords, type LedgerRecord } from './journal-records.ts'

async function folder() {
  const place = await mkdtemp(path.join(tmpdir(), 'flockwork-ledger-'))
  return {
    // the folder of the ledger isn't there yet
    file: path.join(place, 'new', 'scout.ledger'),
    [Symbol.asyncDispose]: () => rm(place, { recursive: true }),
  }
}

const at = 1
const begun: LedgerRecord = { id: 'a', at, step: 'begun' }
const reply: LedgerRecord = { id: 'a', at, step: 'reply', messageId: 'm', parts: ['one', 'two'] }
const done: LedgerRecord = { id: 'a', at, step: 'done' }
const kept = { messageId: 'm', parts: ['one', 'two'], at }

test.for([
  { records: [begun], entry: { isDone: false, begun: 1, reply: undefined }, because: 'it crashed at work' },
  {
    records: [begun, { ...begun, step: 'interrupted' as const }],
    entry: { isDone: false, begun: 0, reply: undefined },
    because: 'being told to end is no failure',
  },
  {
    records: [begun, begun, reply],
    entry: { isDone: false, begun: 2, reply: kept },
    because: 'what was said is posted, whatever happens',
  },
  {
    records: [begun, reply, done],
    entry: { isDone: true, begun: 1, reply: undefined },
    because: 'it is over, and its text is no longer needed',
  },
  {
    records: [begun, { ...begun, step: 'failed' as const }],
    entry: undefined,
    because: 'what failed is open to the next life',
  },
])('an entry: $because', ({ records, entry }) => {
  const entries = entriesOf(records)
  expect(entries.get('a')).toEqual(entry && { at, ...entry })
  // written short it says the same
  const short = entriesOf(compact(entries, 0)).get('a')
  const isNew = entry === undefined || (entry.begun === 0 && !entry.isDone)
  expect(short).toEqual(isNew ? undefined : { at, ...entry, begun: entry.isDone ? 0 : entry.begun })
  expect(compact(entries, 2)).toEqual([])
})

test('half a line at the end is forgotten, a line that says nothing is named', () => {
  const line = `${JSON.stringify({ ...begun, id: 'ä' })}\n`
  expect(readRecords(`${line}{"id":"b","at":`)).toMatchObject({
    records: [{ id: 'ä' }],
    wholeBytes: Buffer.byteLength(line),
  })
  expect(() => readRecords(`${line}\n`)).toThrow('line 2')
  expect(() => readRecords(`${line}{"id":7}\n`)).toThrow('line 2')
})

test('a ledger is for its owner alone, one listener at a time, and survives a torn write', async () => {
  await using place = await folder()
  const { file } = place
  const first = await openLedger(file)
  await expect(openLedger(file)).rejects.toThrow('Another listener works with')
  await Promise.all([first.note(begun), first.note(reply)])
  expect(first.entries.get('a')?.reply).toEqual(kept)
  await first.close()
  expect((await stat(file)).mode & 0o077).toBe(0)

  await appendFile(file, '{"id":"b","st')
  const second = await openLedger(file)
  expect([...second.entries.keys()]).toEqual(['a'])
  await second.note(done)
  await second.close()

  expect(readRecords(await readFile(file, 'utf8')).records).toEqual([begun, reply, done])
})

test('a long ledger is written anew with what still counts; a damaged one is refused as it is', async () => {
  await using place = await folder()
  const { file } = place
  await (await openLedger(file)).close()
  const now = Date.now()
  const lines = Array.from({ length: 6000 }, (_, index) =>
    JSON.stringify({ id: `d${index}`, at: index < 5990 ? 1 : now, step: 'done' }),
  )
  await writeFile(file, `${lines.join('\n')}\n`)
  const ledger = await openLedger(file)
  await ledger.note(begun)
  await ledger.close()
  expect(readRecords(await readFile(file, 'utf8')).records).toHaveLength(11)

  await writeFile(file, 'not a ledger\n')
  await expect(openLedger(file)).rejects.toThrow('line 1 is no record')
  expect(await readFile(file, 'utf8')).toBe('not a ledger\n')
  // and it holds nothing that it refused
  await expect(openLedger(file)).rejects.toThrow('line 1 is no record')
})
