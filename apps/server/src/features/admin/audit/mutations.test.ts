/** A thousand ways to tamper with the audit log, all detected (docs/rules/requests.md#verifying-the-audit-log). */
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHAIN_START, ERASABLE, commitmentOf, hashAfter, type ChainedEntry, type Erasable } from './chain.ts'
import { signCheckpoint } from './checkpoint.ts'
import { AuditVerifier, type Verified } from './verify.ts'

const MUTATIONS = 1000
const ENTRIES = 30
/** An entry in the middle with a checkpoint. */
const CHECKED = 12
const SEED = 20_261_124

/** mulberry32: the same run every time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const idOf = (nth: number) => `0190f3a0-0000-7000-8000-${String(nth).padStart(12, '0')}`
const ACTIONS = ['role_changed', 'status_changed', 'space_changed', 'message_deleted', 'reset_link_made']

type Values = ChainedEntry['values']

function hashesOf(values: Values): ChainedEntry['hashes'] {
  const of = (field: Erasable) => {
    const value = values[field]
    return value === null ? null : commitmentOf(value)
  }
  return { name: of('name'), before: of('before'), after: of('after'), ip: of('ip') }
}

function chained(before: string, entry: Omit<ChainedEntry, 'hash'>): ChainedEntry {
  return { ...entry, hash: hashAfter(before, entry) }
}

function logOf(count: number): ChainedEntry[] {
  const entries: ChainedEntry[] = []
  for (let number = 1; number <= count; number++) {
    const salted = (value: unknown, salt: number) => ({ salt: idOf(number * 10 + salt), value })
    const values: Values = {
      name: salted(`person-${number % 7}`, 1),
      before: number % 3 === 0 ? null : salted({ role: 'user', nth: number }, 2),
      after: number % 4 === 0 ? null : salted({ role: 'admin', tags: [number, 'x'] }, 3),
      ip: number % 5 === 0 ? null : salted(`192.0.2.${number}`, 4),
    }
    entries.push(
      chained(entries.at(-1)?.hash ?? CHAIN_START, {
        number,
        id: idOf(number),
        at: new Date(1_770_000_000_000 + number * 1000).toISOString(),
        actor_id: number % 6 === 0 ? null : idOf(900 + (number % 7)),
        action: ACTIONS[number % ACTIONS.length] ?? '',
        target_type: 'user',
        target_id: idOf(800 + (number % 5)),
        space_id: number % 2 === 0 ? idOf(700) : null,
        values,
        hashes: hashesOf(values),
      }),
    )
  }
  return entries
}

const LOG = logOf(ENTRIES)
const HEAD = { number: ENTRIES, hash: LOG.at(-1)?.hash ?? '' }
const { privateKey } = generateKeyPairSync('ed25519')
const KEY = {
  publicKey: privateKey.export({ format: 'jwk' }).x ?? '',
  sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
}
const CHECKPOINTS = [CHECKED, ENTRIES].map((number) =>
  signCheckpoint(KEY, { number, hash: LOG[number - 1]?.hash ?? '', at: '2026-11-24T00:00:00.000Z' }),
)

function verify(entries: readonly ChainedEntry[], head = HEAD): Verified {
  const verifier = new AuditVerifier(CHECKPOINTS)
  for (const entry of entries) verifier.add(entry)
  return verifier.finish(head)
}

const entryAt = (number: number): ChainedEntry => {
  const entry = LOG[number - 1]
  if (entry === undefined) throw new Error(`There is no entry ${number}`)
  return entry
}

interface Mutation {
  readonly what: string
  readonly log: readonly ChainedEntry[]
  readonly head?: typeof HEAD
  /** The entry number that a problem must name. */
  readonly names: number
}

type Random = (below: number) => number

const replaced = (entry: ChainedEntry) => LOG.map((each) => (each.number === entry.number ? entry : each))

/** Changes one column of one row. */
function update(random: Random): Mutation {
  const number = 1 + random(ENTRIES)
  const entry = entryAt(number)
  const other = entryAt(1 + ((number + random(ENTRIES - 1)) % ENTRIES))
  const field = ERASABLE[random(ERASABLE.length)] ?? 'name'
  const value = entry.values[field]
  const changes: readonly (readonly [string, Partial<ChainedEntry>])[] = [
    ['id', { id: other.id }],
    ['at', { at: new Date(Date.parse(entry.at) + 1).toISOString() }],
    ['actor_id', { actor_id: idOf(random(100)) }],
    ['action', { action: `${entry.action}_` }],
    ['target_type', { target_type: 'agent' }],
    ['target_id', { target_id: idOf(random(100)) }],
    ['space_id', { space_id: entry.space_id === null ? idOf(700) : null }],
    ['hash', { hash: other.hash }],
    [
      'value',
      { values: { ...entry.values, [field]: { salt: value?.salt ?? idOf(1), value: { role: 'x' } } } },
    ],
    [
      'salt',
      { values: { ...entry.values, name: { salt: idOf(random(9)), value: entry.values.name?.value } } },
    ],
    ['emptied', { values: { ...entry.values, name: null } }],
    ['commitment', { hashes: { ...entry.hashes, name: other.hashes.before ?? '00' } }],
  ]
  const [what, change] = changes[random(changes.length)] ?? ['', {}]
  return { what: `${what} of ${number}`, log: replaced({ ...entry, ...change }), names: number }
}

/** Changes a value with its commitment and the row's hash, as an attacker who knows the chain would. */
function forge(random: Random): Mutation {
  const number = 1 + random(ENTRIES - 1)
  const entry = entryAt(number)
  const values = { ...entry.values, after: { salt: idOf(1), value: { role: `forged ${random(1e6)}` } } }
  const before = LOG[number - 2]?.hash ?? CHAIN_START
  const forged = chained(before, { ...entry, values, hashes: hashesOf(values) })
  return { what: `forged ${number}`, log: replaced(forged), names: number + 1 }
}

/** The same, and every following hash: only a checkpoint detects it. */
function rewrite(random: Random): Mutation {
  const number = 1 + random(ENTRIES)
  const log: ChainedEntry[] = []
  for (const entry of LOG) {
    const changed = entry.number === number ? { ...entry, action: 'nothing' } : entry
    log.push(chained(log.at(-1)?.hash ?? CHAIN_START, changed))
  }
  const head = { number: ENTRIES, hash: log.at(-1)?.hash ?? '' }
  return { what: `rewritten from ${number}`, log, head, names: number <= CHECKED ? 1 : CHECKED + 1 }
}

function remove(random: Random): Mutation {
  const number = 1 + random(ENTRIES)
  return { what: `removed ${number}`, log: LOG.filter((entry) => entry.number !== number), names: number }
}

function insert(random: Random): Mutation {
  const number = 1 + random(ENTRIES)
  const copy = entryAt(1 + random(ENTRIES))
  const log = [...LOG.slice(0, number), { ...copy, number }, ...LOG.slice(number)]
  return { what: `another ${number}`, log, names: number }
}

/** Inserts a row, and renumbers the following ones. */
function squeeze(random: Random): Mutation {
  const number = 1 + random(ENTRIES)
  const copy = { ...entryAt(number), id: idOf(random(1e6)) }
  const log = [
    ...LOG.slice(0, number),
    ...[copy, ...LOG.slice(number)].map((entry, at) => ({ ...entry, number: number + 1 + at })),
  ]
  return { what: `squeezed in after ${number}`, log, names: number + 1 }
}

function append(random: Random): Mutation {
  const number = ENTRIES + 1
  const forged = chained(HEAD.hash, { ...entryAt(1 + random(ENTRIES)), number })
  return { what: `appended ${random(1e6)}`, log: [...LOG, forged], names: number }
}

function swap(random: Random): Mutation {
  const [one, other] = [1 + random(ENTRIES - 1), ENTRIES]
  const log = LOG.map((entry) => {
    if (entry.number === one) return { ...entryAt(other), number: one }
    return entry.number === other ? { ...entryAt(one), number: other } : entry
  })
  return { what: `swapped ${one}`, log, names: one }
}

function behead(random: Random): Mutation {
  const count = 1 + random(ENTRIES - 1)
  return { what: `without the first ${count}`, log: LOG.slice(count), names: 1 }
}

/** Truncates the log, and updates its head. */
function cutTail(random: Random): Mutation {
  const left = 1 + random(ENTRIES - 1)
  const head = { number: left, hash: entryAt(left).hash }
  return { what: `without those after ${left}`, log: LOG.slice(0, left), head, names: left + 1 }
}

test('the original log verifies', () => {
  expect(verify(LOG)).toMatchObject({ entries: ENTRIES, problems: [], checkpoints: 2, erased: 0 })
})

/** Three seconds of work on an idle machine at most. */
const LONG_MS = 30_000

test(`each of ${MUTATIONS} changes is found, and named by its number`, { timeout: LONG_MS }, () => {
  const random = randomFrom(SEED)
  const kinds = [
    update,
    update,
    update,
    forge,
    rewrite,
    remove,
    insert,
    squeeze,
    append,
    swap,
    behead,
    cutTail,
  ]
  const missed: string[] = []
  for (let nth = 0; nth < MUTATIONS; nth++) {
    const kind = kinds[nth % kinds.length] ?? update
    const { what, log, head, names } = kind(random)
    const { problems } = verify(log, head)
    const isNamed = problems.some(({ number, to }) => number <= names && names <= to)
    if (!isNamed) missed.push(`${what}: ${problems.map(({ says }) => says).join('; ')}`)
  }
  expect(missed).toEqual([])
})

const erasing = (action: string, targetId: string): ChainedEntry =>
  chained(HEAD.hash, {
    ...entryAt(1),
    number: ENTRIES + 1,
    action,
    target_id: targetId,
    values: { name: null, before: null, after: null, ip: null },
    hashes: { name: null, before: null, after: null, ip: null },
  })

const without = (number: number, ...fields: Erasable[]) =>
  replaced({
    ...entryAt(number),
    values: { ...entryAt(number).values, ...Object.fromEntries(fields.map((field) => [field, null])) },
  })

const TARGET = entryAt(1).target_id
const ACTOR = entryAt(1).actor_id ?? ''
const OTHER = idOf(5)

test.for([
  {
    gone: ['name', 'ip'],
    by: ['personal_data_erased', TARGET],
    found: false,
    because: 'it is about the account',
  },
  {
    gone: ['ip'],
    by: ['personal_data_erased', ACTOR],
    found: false,
    because: 'the account was at that address',
  },
  {
    gone: ['name'],
    by: ['personal_data_erased', ACTOR],
    found: true,
    because: "the name is another account's",
  },
  { gone: ['name'], by: ['personal_data_erased', OTHER], found: true, because: 'it is about somebody else' },
  { gone: ['after'], by: ['message_erased', TARGET], found: true, because: 'it is no message' },
  { gone: ['name'], by: ['role_changed', TARGET], found: true, because: 'that erases nothing' },
] as const)(
  'values that are gone are found=$found because $because',
  ({ gone, by: [action, target], found }) => {
    const end = erasing(action, target)
    const { problems, erased } = verify([...without(1, ...gone), end], end)
    expect(problems.map(({ number }) => number)).toEqual(found ? [1] : [])
    expect(erased).toBe(found ? 0 : gone.length)
  },
)
