/** Events as bytes of the stream (server-sent events). */
import type { StoredEvent } from '../../../platform/outbox.ts'

/** The data every reader gets: the stored payload with its space and time joined on. */
export function dataOf({ spaceId, at, payload }: StoredEvent): string {
  return `{"space_id":"${spaceId}","at":"${at.toISOString()}",${payload.slice(1)}`
}

/** The part of a frame that is the same for every reader. */
export function bodyOf(event: StoredEvent): string {
  return `event: ${event.name}\ndata: ${dataOf(event)}\n\n`
}

export function frame(name: string, data: object, id?: string | number): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
