/**
 * What clients send to resume: the `id` of the last event that they got. In a stream of one space it is the seq; in
 * one of several it is opaque and contains a seq per space (docs/rules/realtime.md#agent-streams).
 */
import { RESUMABLE_SPACES_MAX } from '@flockwork/contract/limits'
import { isFor, type Batch } from '../hub/batch.ts'

/** The seq of the last sent event, by space. */
export type Cursors = Map<string, number>

const PREFIX = 'm2.'
/** The previous format, which clients may still have: `space:seq,…` in base64. */
const OLD_PREFIX = 'm1.'
/** For more spaces than fit into a URL: not a cursor, so a client that sends it starts over. */
const TOO_MANY = 'too-many-spaces'

const ID_BYTES = 16
/** The continuation bit of a varint-encoded seq. */
const MORE = 0x80

/** At most 4,100 characters. */
export function formatCursors(cursors: Cursors): string {
  return cursors.size > RESUMABLE_SPACES_MAX ? TOO_MANY : PREFIX + pack(cursors).toString('base64url')
}

function pack(cursors: Cursors): Buffer {
  const parts = [...cursors].map(([spaceId, seq]) => {
    const bytes = [...Buffer.from(spaceId.replaceAll('-', ''), 'hex')]
    let rest = seq
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE)
    bytes.push(rest)
    return Buffer.from(bytes)
  })
  return Buffer.concat(parts)
}

/** The cursors, or `undefined` for anything not written by `formatCursors`. */
export function parseCursors(id: string): Cursors | undefined {
  const bytesOf = (prefix: string) => Buffer.from(id.slice(prefix.length), 'base64url')
  if (id.startsWith(OLD_PREFIX)) {
    const cursors = parseOld(bytesOf(OLD_PREFIX).toString())
    return cursors !== undefined && formatOld(cursors) === id ? cursors : undefined
  }
  if (!id.startsWith(PREFIX)) return undefined
  const cursors = unpack(bytesOf(PREFIX))
  // invalid base64 decodes to something, but doesn't round-trip
  return cursors !== undefined && formatCursors(cursors) === id ? cursors : undefined
}

function unpack(bytes: Buffer): Cursors | undefined {
  const cursors: Cursors = new Map()
  for (let at = 0; at < bytes.length;) {
    const hex = bytes.toString('hex', at, at + ID_BYTES)
    at += ID_BYTES
    let seq = 0
    let byte = MORE
    for (let unit = 1; byte >= MORE; unit *= MORE) {
      byte = bytes[at++] ?? 0
      seq += (byte % MORE) * unit
      if (at > bytes.length || seq > SEQ_MAX) return undefined
    }
    const [, ...groups] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? []
    cursors.set(groups.join('-'), seq)
  }
  return cursors
}

const SEQ_MAX = 999_999_999_999_999
const OLD_ENTRY = /^([0-9a-f-]{36}):(\d{1,15})$/

function parseOld(text: string): Cursors | undefined {
  const cursors: Cursors = new Map()
  for (const part of text === '' ? [] : text.split(',')) {
    const [, spaceId, seq] = OLD_ENTRY.exec(part) ?? []
    if (spaceId === undefined || seq === undefined) return undefined
    cursors.set(spaceId, Number(seq))
  }
  return cursors
}

function formatOld(cursors: Cursors): string {
  const text = [...cursors].map(([spaceId, seq]) => `${spaceId}:${seq}`).join(',')
  return OLD_PREFIX + Buffer.from(text).toString('base64url')
}

/** The seq in an `id` of a stream of one space, or `undefined` for anything else. */
export function parseSeq(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/** How a stream's frames contain the client's next cursor. */
export interface IdFormat {
  /** The frames of a batch that this stream's account gets, joined; `undefined` for none. */
  bytesOf(batch: Batch): Buffer | undefined
  /** The `id` of a bootstrap or a replayed event. */
  idAt(spaceId: string, seq: number): string | number
}

/** For a stream of one space: every reader gets the same bytes. */
export function seqIds(accountId: string): IdFormat {
  return {
    bytesOf: (batch) => batch.framesFor(accountId),
    idAt: (_spaceId, seq) => seq,
  }
}

/** For a stream of several spaces: each stream has its own `id` lines. Updates `cursors`. */
export function cursorIds(accountId: string, cursors: Cursors): IdFormat {
  const idAt = (spaceId: string, seq: number) => {
    cursors.set(spaceId, seq)
    return formatCursors(cursors)
  }
  return {
    idAt,
    bytesOf(batch) {
      const entries = batch.entries.filter((entry) => isFor(entry, accountId))
      if (entries.length === 0) return undefined
      const parts = entries.flatMap(({ event, body }) => [
        Buffer.from(`id: ${idAt(event.spaceId, event.seq)}\n`),
        body,
      ])
      return Buffer.concat(parts)
    },
  }
}
