import { randomUUID } from 'node:crypto'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import { RESUMABLE_SPACES_MAX, STREAM_ADDRESS_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { parseCursors, formatCursors } from './cursors.ts'

const [ONE, OTHER] = ['0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002']
/** The longest of our tokens, those of connected apps. */
const TOKEN_CHARS = 1200
const SEQ_MAX = 999_999_999_999_999
const packed = (hex: string) => `m2.${Buffer.from(hex, 'hex').toString('base64url')}`
const ONE_HEX = ONE.replaceAll('-', '')
const encoded = (text: string) => `m1.${Buffer.from(text).toString('base64url')}`

test.for<{ cursors: [string, number][]; because: string }>([
  { cursors: [], because: 'nothing was read yet' },
  { cursors: [[ONE, 0]], because: 'nothing happened yet' },
  {
    cursors: [
      [ONE, 12],
      [OTHER, 999_999_999_999],
    ],
    because: 'two spaces were read',
  },
  {
    cursors: [
      [ONE, 127],
      [OTHER, 128],
    ],
    because: 'a number has one byte or two',
  },
  { cursors: [[ONE, SEQ_MAX]], because: 'no number is larger' },
])('cursors survive formatting and parsing: $because', ({ cursors }) => {
  expect([...(parseCursors(formatCursors(new Map(cursors))) ?? [])]).toEqual(cursors)
})

test('cursors of the previous format are read', () => {
  expect([...(parseCursors(encoded(`${ONE}:12,${OTHER}:0`)) ?? [])]).toEqual([
    [ONE, 12],
    [OTHER, 0],
  ])
  expect(parseCursors('m1.')?.size).toBe(0)
})

test('every id fits into a URL with a token; for more spaces than that it cannot be resumed', () => {
  const spaces = (count: number, seq: number) =>
    new Map(Array.from({ length: count }, () => [randomUUID(), seq] as const))

  for (const count of [RESUMABLE_SPACES_MAX, RESUMABLE_SPACES_MAX + 1, 5000]) {
    const id = formatCursors(spaces(count, SEQ_MAX))
    const query = new URLSearchParams({ token: 'x'.repeat(TOKEN_CHARS), last_event_id: id })
    expect(`${realtimeRoutes.stream.path}?${query}`.length).toBeLessThanOrEqual(STREAM_ADDRESS_MAX_CHARS)
    expect(parseCursors(id)?.size).toBe(count > RESUMABLE_SPACES_MAX ? undefined : count)
  }
  expect(formatCursors(spaces(100, 100_000)).length).toBeLessThan(2600)
})

test.for([
  { id: packed(ONE_HEX), because: 'a number is missing' },
  { id: packed(`${ONE_HEX}80`), because: 'half of a number is missing' },
  { id: packed(ONE_HEX.slice(2)), because: 'a byte of the space is missing' },
  { id: packed(`${ONE_HEX}8000`), because: 'we write no zeros behind' },
  { id: packed(`${ONE_HEX}${'ff'.repeat(8)}01`), because: 'no number of ours is so large' },
  { id: packed(`${ONE_HEX}${'ff'.repeat(5000)}01`), because: 'no number has so many bytes' },
  { id: packed(`${ONE_HEX}01${ONE_HEX}02`), because: 'a space is in it twice in bytes' },
  { id: `${packed(`${ONE_HEX}01`)}=`, because: 'we write it otherwise in bytes' },
  { id: '12', because: 'it is the seq of a stream of one space' },
  { id: '', because: 'it is empty' },
  { id: encoded('nonsense'), because: 'it names no space' },
  { id: encoded(`${ONE}:-1`), because: 'no number is below 0' },
  { id: encoded(`${ONE}:1234567890123456`), because: 'no number is so long' },
  { id: encoded(`${ONE}:1,`), because: 'something is missing' },
  { id: `${encoded(`${ONE}:1`)}=`, because: 'we write it otherwise' },
  { id: `${encoded(`${ONE}:1`)}!`, because: 'a character of it is not base64' },
  { id: encoded(`${ONE}:1,${ONE}:2`), because: 'a space is in it twice' },
  { id: encoded(`${ONE}:01`), because: 'we write no zeros in front' },
])('anything that the server did not format is not a cursor: $because', ({ id }) => {
  expect(parseCursors(id)).toBeUndefined()
})
