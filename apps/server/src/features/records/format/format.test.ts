/** Verification accepts an original record and detects every change (docs/rules/records.md#verify). */
import { expect, test } from 'vitest'
import { LINE_MAX_BYTES } from './bounds.ts'
import { textHash } from './chain.ts'
import { withoutTexts } from './erase.ts'
import { BrokenRecord, readRecord, type Verified } from './reader.ts'
import { EXPORTED, SPACE, idOf, newKey, sampleLines, sampleRecords } from './test-record.ts'
import { startRecord } from './writer.ts'

async function* inPieces(bytes: Uint8Array, size = 4096): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const bytesOf = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''))

const read = (lines: readonly string[]): Promise<Verified> => readRecord(inPieces(bytesOf(lines)))

/** The refusal of a file. */
async function refused(bytes: Uint8Array): Promise<BrokenRecord> {
  const error: unknown = await readRecord(inPieces(bytes)).catch((caught: unknown) => caught)
  if (error instanceof BrokenRecord) return error
  throw new Error(`Not refused: ${JSON.stringify(error)}`)
}

/** The line of each byte, counted from 1. */
function lineOf(bytes: Uint8Array, at: number): number {
  let line = 1
  for (const byte of bytes.subarray(0, at)) if (byte === 10) line += 1
  return line
}

/** A small deterministic random generator. */
function createChance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('an original record verifies, with every kind and two checkpoints', async () => {
  const verified = await read(sampleLines(800))

  expect(verified.counts).toEqual({
    teams: 1,
    accounts: 2,
    members: 2,
    channels: 1,
    messages: 800,
    versions: 138,
    reactions: 266,
    tasks: 1,
    notes: 1,
    deliveries: 1,
  })
  expect(verified).toMatchObject({ records: 1215, checkpoints: 2, erased: 0, lines: 1218 })
})

test.for([4096, 1, 7])('a record verifies in chunks of %i bytes', async (size) => {
  expect((await readRecord(inPieces(bytesOf(sampleLines(20)), size))).counts.messages).toBe(20)
})

test('a record that ends exactly at a checkpoint has another one for its end', async () => {
  const records = sampleRecords(2000).slice(0, 999)
  const key = newKey()
  const { first, writer } = startRecord(key, { space: SPACE, exported: { ...EXPORTED, key: key.publicKey } })
  const text = first + records.map((record) => writer.write(record)).join('') + writer.end()

  expect(await read(text.trimEnd().split('\n'))).toMatchObject({ records: 1000, checkpoints: 1 })
})

test('any flipped bit is detected, in its own line or the next', async () => {
  const bytes = bytesOf(sampleLines(60))
  const chance = createChance(20_261_123)

  for (let flip = 0; flip < 400; flip++) {
    const at = chance(bytes.length)
    const changed = Uint8Array.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ (1 << chance(8))
    const { line, message } = await refused(changed)
    expect([line, message]).toEqual([lineOf(bytes, at), message])
  }
})

const lines = sampleLines(40)
const message = lines.findIndex((line) => line.includes('"kind":"message"'))

function moved(work: (copy: string[]) => void): string[] {
  const copy = [...lines]
  work(copy)
  return copy
}

test.for([
  {
    change: 'cut out',
    file: moved((copy) => copy.splice(message, 1)),
    line: message + 1,
    problem: 'record 9 stands where record 8 belongs',
  },
  {
    change: 'doubled',
    file: moved((copy) => copy.splice(message, 0, copy[message] ?? '')),
    line: message + 2,
    problem: 'record 8 stands where record 9 belongs',
  },
  {
    change: 'swapped with the next',
    file: moved((copy) => copy.splice(message, 2, copy[message + 1] ?? '', copy[message] ?? '')),
    line: message + 1,
    problem: 'record 9 stands where record 8 belongs',
  },
  {
    change: 'put in from another file',
    file: moved((copy) => copy.splice(message, 0, sampleLines(50)[message] ?? '')),
    line: message + 1,
    problem: 'its hash does not fit what it says',
  },
  {
    change: 'an empty one',
    file: moved((copy) => copy.splice(message, 0, '')),
    line: message + 1,
    problem: 'it is not JSON',
  },
  {
    change: 'without the end',
    file: lines.slice(0, -2),
    line: lines.length - 1,
    problem: 'the file ends after',
  },
  {
    change: 'without the last checkpoint',
    file: lines.slice(0, -1),
    line: lines.length,
    problem: 'before the record does',
  },
  {
    change: 'after the end',
    file: [...lines, lines[message] ?? ''],
    line: lines.length + 1,
    problem: 'it comes after the end',
  },
  { change: 'none at all', file: [], line: 1, problem: 'the file is empty' },
  {
    change: 'of white space',
    file: moved((copy) => copy.splice(message, 1, (copy[message] ?? '').replace(':', ': '))),
    line: message + 1,
    problem: 'it is not written as this version writes it',
  },
  {
    change: 'of the spelling of a character',
    file: moved((copy) => copy.splice(message, 1, (copy[message] ?? '').replace('Message', '\\u004dessage'))),
    line: message + 1,
    problem: 'it is not written as this version writes it',
  },
  {
    change: 'of the order of fields',
    file: moved((copy) => {
      const { hash, ...rest } = JSON.parse(copy[message] ?? '') as Record<string, unknown>
      copy.splice(message, 1, JSON.stringify({ hash, ...rest }))
    }),
    line: message + 1,
    problem: 'it is not written as this version writes it',
  },
  {
    change: 'a field more',
    file: moved((copy) =>
      copy.splice(message, 1, (copy[message] ?? '').replace('"data":{', '"data":{"more":1,')),
    ),
    line: message + 1,
    problem: 'it is not a message as this version writes it',
  },
  {
    change: 'another version',
    file: moved((copy) => copy.splice(0, 1, (copy[0] ?? '').replace('"version":1', '"version":2'))),
    line: 1,
    problem: 'this version of the format is not known here',
  },
  {
    change: 'another format',
    file: ['{"hello":"world"}'],
    line: 1,
    problem: 'this is not a record of a space',
  },
])('a line $change is detected', async ({ file, line, problem }) => {
  const error = await refused(bytesOf(file))

  expect([error.line, error.message]).toEqual([line, expect.stringContaining(problem)])
})

test('recomputed hashes lack a valid signature', async () => {
  const [mine, theirs] = [newKey(), newKey()]
  const forged = sampleLines(30, { publicKey: mine.publicKey, sign: theirs.sign })

  const error = await refused(bytesOf(forged))

  expect(error.message).toContain('its signature does not fit')
  expect(error.what).toMatch(/^checkpoint after record \d+$/)
})

test('an error names the record by its line, kind and id', async () => {
  const changed = [...lines]
  changed[message] = (changed[message] ?? '').replace('"hops":0', '"hops":1')

  const error = await refused(bytesOf(changed))

  expect(error.message).toBe(
    `Line ${message + 1} (message ${idOf('message', 1)}): its hash does not fit what it says.`,
  )
})

test('an overlong line is refused before it is read completely', async () => {
  let taken = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield bytesOf(lines.slice(0, 3))
    for (;;) {
      taken += 65_536
      yield Buffer.alloc(65_536, 0x61)
    }
  }

  await expect(readRecord(endless())).rejects.toThrow('Line 4: it is longer than')
  expect(taken).toBeLessThan(LINE_MAX_BYTES + 3 * 65_536)
})

test.for([
  {
    what: 'lists within lists',
    text: `{"n":1,"kind":"space","data":${'['.repeat(200_000)}`,
    problem: 'nested too deeply',
  },
  { what: 'bytes that are no text', text: Buffer.from([0x7b, 0xff, 0xfe, 0x0a]), problem: 'it is not UTF-8' },
  { what: 'no end', text: '{"n":1', problem: 'the file ends in the middle of it' },
  { what: 'a mark of the order of bytes', text: '\ufeff{}\n', problem: 'it is not JSON' },
])('$what are refused', async ({ text, problem }) => {
  const start = bytesOf(lines.slice(0, 1))
  const bytes = Buffer.concat([
    start,
    typeof text === 'string' ? Buffer.from(text) : text,
    Buffer.from('\n'.repeat(problem.includes('middle') ? 0 : 1)),
  ])

  expect((await refused(bytes)).message).toContain(`Line 2`)
  expect((await refused(bytes)).message).toContain(problem)
})

test('texts can be erased from a file: the chain and its signatures still hold', async () => {
  const edited = sampleLines(40)
  const id = idOf('message', 5)
  const task = idOf('task', 1)
  const erased: string[] = []
  const left: string[] = []
  for await (const line of withoutTexts(inPieces(bytesOf(edited)), new Set([id, task]), (one) =>
    erased.push(one),
  )) {
    left.push(line.trimEnd())
  }

  // the message, its earlier text, and the task
  expect(erased).toEqual([id, id, task])
  expect(await read(left)).toMatchObject({ erased: 3, records: (await read(edited)).records })
  expect(left.join('\n')).not.toContain('Message 5')
  expect(left.join('\n')).not.toContain('Paint the boat')
  expect(left.join('\n')).toContain('Message 6')
})

test('what remains of an erased text does not reveal it', () => {
  const hashes = new Set(['yes', 'no'].map((text) => textHash('A'.repeat(22), { content: text })))
  hashes.add(textHash('B'.repeat(22), { content: 'yes' }))
  expect(hashes.size).toBe(3)
})
