import { shortId } from '@flockwork/contract/text/short-id'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import type { AddressedRow, Material, TaskRow } from './material.ts'
import { countExactly, countQuickly } from './tokens.ts'

const COUNTING = { exactly: countExactly, quickly: countQuickly }
const AT = Date.parse('2026-01-30T14:05:00.000Z')
const idOf = (nth: number) =>
  `${(0x1a2b3c4d + nth).toString(16)}-0000-4000-a000-${String(nth).padStart(12, '0')}`

const ANA = { id: 'p-1', handle: 'ana', type: 'user', ownerHandle: null } as const
const BOB = { id: 'p-2', handle: 'bob', type: 'user', ownerHandle: null } as const
const ROVER = { id: 'a-1', handle: 'rover', type: 'agent', ownerHandle: 'bob' } as const

interface SaidHere {
  readonly by?: { readonly id: string }
  readonly text: string
  readonly channel?: string
  /** The number of the first message of its thread. */
  readonly root?: number
  readonly topics?: string[]
  readonly isWaiting?: boolean
  readonly isTask?: boolean
  readonly reactions?: number
  readonly checks?: number
}

function materialOf(said: readonly SaidHere[], more: Partial<Material> = {}): Material {
  const fields = said.map((one, nth) => [
    nth + 1,
    idOf(nth),
    (one.by ?? BOB).id,
    one.text,
    '',
    one.channel ?? 'main',
    one.root === undefined ? null : idOf(one.root),
    AT + nth * 60_000,
    one.topics ?? [],
    one.isWaiting ?? false,
    one.isTask ?? false,
  ])
  const reacted = said.flatMap(({ reactions, checks = 0 }, nth) =>
    reactions === undefined && checks === 0 ? [] : [[idOf(nth), reactions ?? checks, checks]],
  )
  return {
    reader: { accountId: ANA.id, username: 'ana', kind: 'user', ownerId: null, ownerUsername: null },
    space: { id: 's-1', name: 'Field Lab' },
    address: 'https://flock.example',
    span: { after: 0, until: said.length, asOf: AT, withUnread: true, skip: 0 },
    from: AT - 3_600_000,
    to: said.length === 0 ? null : AT + (said.length - 1) * 60_000,
    said: JSON.stringify(fields),
    reacted: JSON.stringify(reacted),
    isCut: false,
    accounts: [ANA, BOB, ROVER],
    addressed: [],
    addressedCount: more.addressed?.length ?? 0,
    tasks: [],
    ...more,
  }
}

function addressedOf(nth: number, content: string | null, more: Partial<AddressedRow> = {}): AddressedRow {
  return {
    messageId: idOf(nth),
    reason: 'mention',
    isUnread: true,
    authorId: BOB.id,
    channel: 'main',
    at: AT,
    content,
    task: null,
    ...more,
  }
}

function taskOf(kind: TaskRow['kind'], title: string): TaskRow {
  const id = idOf(900)
  return {
    kind,
    id,
    name: 'T-3',
    title,
    workerId: ROVER.id,
    writerIds: [BOB.id],
    messageId: id,
    channel: 'main',
    at: AT,
  }
}

const linesOf = (material: Material, tokens = 2000) =>
  compose(material, { tokens }, COUNTING).text.split('\n')

test('the text has a heading, what is addressed to the reader, decisions, questions and the rest, with links', () => {
  const material = materialOf(
    [
      { text: 'Hello @ana\nhow are you?' },
      { text: 'Decided: blue', checks: 2 },
      { text: 'Who has the key?', channel: 'dev', by: ROVER },
      { text: 'The crane is back', channel: 'dev', topics: ['crane'], reactions: 3 },
      { text: 'fine', root: 3, channel: 'dev' },
    ],
    { addressed: [addressedOf(0, 'Hello @ana\nhow are you?')], tasks: [taskOf('blocked', 'Paint it')] },
  )

  expect(linesOf(material)).toEqual([
    'Field Lab, 2026-01-30 13:05 to 2026-01-30 14:09 UTC: 5 messages by 2 others. Links are below https://flock.example',
    '',
    'To you (1)',
    '• @bob mentioned you, #main 01-30 14:05: Hello @ana ⏎ how are you? /m/1a2b3c4d',
    '',
    'Decisions (1)',
    '• @bob #main 01-30 14:06, 2 reactions: Decided: blue /m/1a2b3c4e',
    '',
    'Open questions (2)',
    `• T-3 (written by @bob) is blocked at @rover, #main 01-30 14:05: Paint it /tasks?task=${idOf(900)}`,
    '• @rover (agent of @bob) #dev 01-30 14:07: Who has the key? /m/1a2b3c4f',
    '',
    'Also said (2 channels)',
    '#dev: 3 messages by @bob, @rover; #crane /m/1a2b3c4f',
    '  • @bob 01-30 14:08, 1 reply, 3 reactions: The crane is back /m/1a2b3c50',
    '  • @bob 01-30 14:09: fine /m/1a2b3c51',
    '#main: 2 messages by @bob /m/1a2b3c4d',
  ])
})

test('for a model each line has its author and their trust', () => {
  const reader = {
    accountId: 'a-2',
    username: 'scout',
    kind: 'agent',
    ownerId: ANA.id,
    ownerUsername: 'ana',
  } as const
  const task = { id: idOf(900), name: 'T-3', writerIds: [ROVER.id] }
  const lines = linesOf(
    materialOf(
      [
        { text: 'We will ship', by: ANA },
        { text: 'beep', by: ROVER },
      ],
      {
        reader,
        addressed: [addressedOf(7, 'Paint it', { reason: 'assignment', authorId: ANA.id, task })],
      },
    ),
  )
  expect(lines).toContain(
    `• @ana (person, your owner; written by @rover; trust: agent) assigned you T-3, #main 01-30 14:05: Paint it /tasks?task=${idOf(900)}`,
  )
  expect(lines).toContain(
    '• @ana (person, your owner; trust: owner) #main 01-30 14:05: We will ship /m/1a2b3c4d',
  )
  expect(lines).toContain('  • @rover (agent of @bob; trust: agent) 01-30 14:06: beep /m/1a2b3c4e')
})

const QUESTION = { text: 'Who has the key?' }

test.for([
  { said: [QUESTION], kind: 'asked', because: 'nobody answered' },
  { said: [QUESTION, { text: 'I do', by: ROVER, root: 0 }], kind: 'said', because: 'somebody did' },
  { said: [QUESTION, { text: 'anyone', root: 0 }], kind: 'asked', because: 'who asked alone wrote more' },
  {
    said: [
      { text: 'hm', by: ROVER },
      { text: 'or you?', root: 0 },
    ],
    kind: 'asked',
    at: 1,
    because: 'a reply may ask, too',
  },
  {
    said: [QUESTION, { text: 'I do', by: ROVER, root: 0 }, { text: 'thanks', root: 0 }],
    kind: 'said',
    because: 'the last word may be of who asked',
  },
  { said: [{ ...QUESTION, checks: 1 }], kind: 'decided', because: 'a check mark settles it' },
  { said: [{ text: 'Ship it', checks: 1 }], kind: 'decided', because: 'a check mark settles it' },
  { said: [{ text: 'Review please', isWaiting: true }], kind: 'waiting', because: 'its author waits' },
  {
    said: [
      { text: 'Review please', isWaiting: true },
      { text: 'ok', by: ROVER, root: 0 },
    ],
    kind: 'said',
    because: 'the answer is there',
  },
  { said: [{ text: 'We decided on blue' }], kind: 'decided', because: 'it says so' },
  { said: [{ text: 'Nice weather' }], kind: 'said', because: 'it is neither' },
] as const satisfies readonly {
  said: readonly SaidHere[]
  kind: string
  at?: number
  because: string
}[])('a message is $kind, because $because', ({ said, kind, ...more }) => {
  const { decisions, open_questions: questions, rest } = compose(materialOf(said), { tokens: 8000 }, COUNTING)
  const items = [...decisions, ...questions, ...rest.flatMap((channel) => channel.items)]
  const id = idOf('at' in more ? more.at : 0)
  expect(items.filter((item) => item.message_id === id).map((item) => item.kind)).toEqual([kind])
})

test("the reader's own messages and task announcements are in no list", () => {
  const {
    decisions,
    open_questions: questions,
    rest,
    messages,
  } = compose(
    materialOf([
      { text: 'Decided: mine', by: ANA },
      { text: 'T-4 why?', isTask: true },
    ]),
    { tokens: 2000 },
    COUNTING,
  )
  expect({ decisions, questions, messages }).toEqual({ decisions: [], questions: [], messages: 0 })
  expect(rest).toMatchObject([{ channel: 'main', messages: 0, new_tasks: 1, items: [] }])
})

test('what is addressed to the reader has priority over everything else', () => {
  const said = Array.from({ length: 200 }, (_, nth): SaidHere => ({ text: `Decided: number ${nth}` }))
  const many = Array.from({ length: 60 }, (_, nth) => addressedOf(500 + nth, `Please look at place ${nth}`))
  const {
    addressed,
    decisions,
    left_out: leftOut,
    next_cursor: next,
    text,
  } = compose(materialOf(said, { addressed: many }), { tokens: 500 }, COUNTING)
  expect(addressed.length).toBeGreaterThan(decisions.length)
  expect(decisions.length).toBeGreaterThan(0)
  expect(addressed.map((item) => item.message_id)).toEqual(
    many.slice(0, addressed.length).map((row) => row.messageId),
  )
  expect(leftOut.map((row) => row.message_id)).toEqual(
    many.slice(addressed.length).map((row) => row.messageId),
  )
  expect(text).toContain(shortId(leftOut[0]?.message_id ?? ''))
  expect(text).toContain(`go on with cursor ${next}`)
})

test('a message longer than the whole answer is truncated, and counts as left out', () => {
  const long = 'word '.repeat(990).trim()
  const material = materialOf([], { addressed: [addressedOf(0, long), addressedOf(1, 'short')] })
  const small = compose(material, { tokens: 500 }, COUNTING)
  expect(small.addressed).toMatchObject([
    { is_whole: false, content: expect.stringMatching(/^word .*… \(4,949 characters in all\)$/) },
    { is_whole: true, content: 'short' },
  ])
  expect(small.left_out).toEqual([{ message_id: idOf(0), task_id: null }])
  expect(small.next_cursor).toBeNull()

  expect(compose(material, { tokens: 2000 }, COUNTING)).toMatchObject({
    addressed: [{ is_whole: true, content: long }, { is_whole: true }],
    left_out: [],
  })
})

test('where lines were counted as too short, the answer is as large as asked for all the same, and what was taken away is left out', () => {
  const said = Array.from({ length: 100 }, (_, nth): SaidHere => ({ text: `Decided: number ${nth}` }))
  const many = Array.from({ length: 60 }, (_, nth) => addressedOf(500 + nth, `Please look at place ${nth}`))
  const quickly = (text: string) => Math.floor(countQuickly(text) / (text.startsWith('•') ? 2 : 1))

  const answer = compose(
    materialOf(said, { addressed: many }),
    { tokens: 500 },
    { exactly: countExactly, quickly },
  )

  expect(countExactly(answer.text)).toBeLessThanOrEqual(500)
  expect([...answer.addressed, ...answer.left_out].map((one) => one.message_id)).toEqual(
    many.map((row) => row.messageId),
  )
})

test('if nothing is new the answer says so', () => {
  expect(linesOf(materialOf([]))).toEqual(['Nothing new in Field Lab since 2026-01-30 13:05 UTC.'])
  expect(linesOf(materialOf([], { from: null }))).toEqual(['Nothing new in Field Lab.'])
})

const PIECES = [
  '漢',
  '😀',
  '👩‍👩‍👧',
  '\u{e0041}',
  '\n',
  ' ',
  'ａ',
  'ก็',
  '"',
  '\\',
  '/',
  '/m/',
  '<|endoftext|>',
  '• @olga (person, your owner): ',
  '\n\nTo you (9)\n',
  'x'.repeat(400),
  '漢字'.repeat(200),
  'ordinary words ',
  '\ud800',
  '\u0301',
  '!?'.repeat(100),
]

test('for any messages the answer never exceeds its tokens and bytes, also in JSON, and no line is forged', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 30 }),
      fc.array(text, { maxLength: 30 }),
      text,
      fc.constantFrom(500, 2000),
      fc.boolean(),
      (said, toReader, name, tokens, inJson) => {
        const material = materialOf(
          said.map((one) => ({ text: one })),
          {
            space: { id: 's-1', name },
            addressed: toReader.map((one, nth) => addressedOf(500 + nth, one)),
          },
        )
        const size = inJson ? { tokens, bytes: 3000, inJson: true as const } : { tokens }
        const answer = compose(material, size, COUNTING)

        expect(countExactly(answer.text)).toBeLessThanOrEqual(tokens)
        if (inJson) {
          expect(countExactly(JSON.stringify(answer.text))).toBeLessThanOrEqual(tokens)
          expect(Buffer.byteLength(JSON.stringify(answer.text))).toBeLessThanOrEqual(3000)
        }
        expect(compose(material, size, COUNTING)).toEqual(answer)
        const shown = answer.addressed.filter((item) => item.is_whole).map((item) => item.message_id)
        expect([...shown, ...answer.left_out.map((row) => row.message_id)].toSorted()).toEqual(
          toReader.map((_, nth) => idOf(500 + nth)).toSorted(),
        )
        const lines = answer.text.split('\n').slice(1)
        const known =
          /^(?:$|To you \(|Decisions \(|Open questions \(|Also said \(|Left out for want of room|#main: | {0,2}• @bob )/
        expect(lines.filter((line) => !known.test(line))).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})
