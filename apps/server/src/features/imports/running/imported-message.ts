/** Converts a prepared message for the writer, with the accounts of the space. */
import { topicsIn } from '@flockwork/contract/text/topics'
import { namedId } from '../../../platform/ids.ts'
import type { ImportedPerson } from '../people.ts'
import { mentionedIn, nameMentions, type PreparedMessage, type PreparedPlace } from '../preparing/prepared.ts'
import type { MessageToWrite } from '../writer.ts'

export interface Target {
  readonly spaceId: string
  readonly place: Pick<PreparedPlace, 'source' | 'placeId'>
  /** By their ids in the other product. */
  readonly people: ReadonlyMap<string, ImportedPerson>
}

export function messageToWrite(target: Target, message: PreparedMessage): MessageToWrite {
  const { spaceId, place, people } = target
  const idOf = (key: string) => namedId('message', spaceId, place.source, place.placeId, key)
  // a claimant is the author from then on
  const accountOf = (sourceId: string) => {
    const person = people.get(sourceId)
    if (person === undefined) throw new Error(`Nobody is ${sourceId}`)
    return person.claimedBy ?? person.id
  }
  const named = (text: string) => nameMentions(text, (sourceId) => people.get(sourceId)?.handle)
  const content = named(message.x)
  const at = new Date(message.t)
  const rootId = message.r === undefined ? null : idOf(message.r)
  const { e: edit, v: versions = [] } = message
  return {
    id: idOf(message.k),
    authorId: accountOf(message.a),
    channel: message.c,
    at,
    content,
    parentId: rootId,
    rootId,
    type: rootId === null ? 'message' : 'reply',
    mentions: mentionedIn(message.x).flatMap((sourceId) => {
      const person = people.get(sourceId)
      return person === undefined
        ? []
        : [{ id: accountOf(sourceId), type: person.kind, handle: person.handle }]
    }),
    topics: message.d === true ? [] : topicsIn(content),
    metadata: { imported: place.source },
    versions: versions.map(([text, by, when]) => ({
      content: named(text),
      by: accountOf(by),
      at: new Date(when),
    })),
    edited:
      edit === undefined
        ? null
        : { at: new Date(edit[0]), by: accountOf(edit[1]), count: Math.max(1, versions.length) },
    deletedAt: message.d === true ? at : null,
    reactions: (message.re ?? []).map(([by, emoji]) => ({ accountId: accountOf(by), emoji, at })),
  }
}
