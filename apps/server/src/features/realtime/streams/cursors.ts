/**
 * What clients present to resume: the `id` of the last event that they got. In a stream of one space it is the seq; in
 * one of several it is opaque and has a seq for each space (docs/rules/realtime.md#agent-streams).
 */
import { isFor, type Batch } from '../hub/batch.ts'

/** By space, the seq of the last event that was sent. */
export type Cursors = Map<string, number>

const PREFIX = 'm1.'

export function formatCursors(cursors: Cursors): string {
  const text = [...cursors].map(([spaceId, seq]) => `${spaceId}:${seq}`).join(',')
  return PREFIX + Buffer.from(text).toString('base64url')
}

const ENTRY = /^([0-9a-f-]{36}):(\d{1,15})$/

/** The cursors, or `undefined` for anything that `formatCursors` didn't write. */
export function parseCursors(id: string): Cursors | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const text = Buffer.from(id.slice(PREFIX.length), 'base64url').toString()
  const cursors: Cursors = new Map()
  for (const part of text === '' ? [] : text.split(',')) {
    const [, spaceId, seq] = ENTRY.exec(part) ?? []
    if (spaceId === undefined || seq === undefined) return undefined
    cursors.set(spaceId, Number(seq))
  }
  // what is no base64 decodes to something, but not back
  return formatCursors(cursors) === id ? cursors : undefined
}

/** The seq in an `id` of a stream of one space, or `undefined` for anything else. */
export function parseSeq(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/** How a stream's frames carry the client's next cursor. */
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

/** For a stream of several spaces: the `id` lines are the stream's own. Keeps `cursors` up to date. */
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
