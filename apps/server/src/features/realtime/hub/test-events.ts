/** Events for the tests of this room. */
import type { StoredEvent } from '../../../platform/outbox.ts'

/** An event of the space `s1` that everyone gets, unless `fields` say otherwise. */
export function storedEvent(seq: number, fields: Partial<StoredEvent> = {}): StoredEvent {
  return {
    spaceId: 's1',
    seq,
    name: 'message',
    payload: '{"n":1}',
    audience: null,
    recipients: null,
    messageId: null,
    at: new Date('2026-01-01T12:00:00.000Z'),
    ...fields,
  }
}
