/** Events as bytes of the stream (server-sent events). */
import type { StoredEvent } from '../../../platform/outbox.ts'

/** A frame without its `id` line, the same for every reader: the payload plus its space and time. */
export function bodyOf({ name, spaceId, at, payload }: StoredEvent): string {
  const data = `{"space_id":"${spaceId}","at":"${at.toISOString()}",${payload.slice(1)}`
  return `event: ${name}\ndata: ${data}\n\n`
}

/** The frame of an event that isn't stored. */
export function frame(name: string, data: object, id?: string | number): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
