/** How the frames of a stream carry their position. */
import { isFor } from '../hub/batch.ts'
import { writePositions, type Positions } from './cursors.ts'
import type { Marking } from './space-reader.ts'

/** A stream of one space: the number is the `id`, and every reader gets the same bytes. */
export function oneSpace(accountId: string): Marking {
  return {
    bytesOf: (batch) => batch.framesFor(accountId),
    idAt: (_spaceId, seq) => seq,
  }
}

/** A stream of several spaces: the `id` holds one position a space, so its lines are the stream's own. */
export function manySpaces(accountId: string, positions: Positions): Marking {
  const idAt = (spaceId: string, seq: number) => {
    positions.set(spaceId, seq)
    return writePositions(positions)
  }
  return {
    idAt,
    bytesOf(batch) {
      const mine = batch.entries.filter((entry) => isFor(entry, accountId))
      if (mine.length === 0) return undefined
      const parts = mine.flatMap(({ event, body }) => [
        Buffer.from(`id: ${idAt(event.spaceId, event.seq)}\n`),
        body,
      ])
      return Buffer.concat(parts)
    },
  }
}
