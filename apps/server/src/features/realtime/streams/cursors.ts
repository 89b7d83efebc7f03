/**
 * Where a reader of several spaces is: one position a space, in one opaque `id` (docs/rules/realtime.md#agent-streams).
 */

export type Positions = Map<string, number>

const PREFIX = 'm1.'

export function writePositions(positions: Positions): string {
  const text = [...positions].map(([spaceId, seq]) => `${spaceId}:${seq}`).join(',')
  return PREFIX + Buffer.from(text).toString('base64url')
}

const ENTRY = /^([0-9a-f-]{36}):(\d{1,15})$/

/** The positions, or `undefined` for anything that we didn't write. */
export function readPositions(id: string): Positions | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const text = Buffer.from(id.slice(PREFIX.length), 'base64url').toString()
  const positions: Positions = new Map()
  for (const part of text === '' ? [] : text.split(',')) {
    const [, spaceId, seq] = ENTRY.exec(part) ?? []
    if (spaceId === undefined || seq === undefined) return undefined
    positions.set(spaceId, Number(seq))
  }
  // what is no base64 decodes to something, but not back
  return writePositions(positions) === id ? positions : undefined
}
