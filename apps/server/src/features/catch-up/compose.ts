/** Composes an answer from its material. Pure and deterministic. */
import type { CatchUp } from '@flockwork/contract/catch-up'
import { entriesOf } from './entries.ts'
import { composeText, type Counting } from './fit.ts'
import type { Material, Reacted, Said, Size } from './material.ts'

type SaidFields = [
  number,
  string,
  string,
  string,
  string,
  string,
  string | null,
  number,
  string[],
  boolean,
  boolean,
]

export function compose(material: Material, size: Size, counting: Counting): CatchUp {
  const said = (JSON.parse(material.said) as SaidFields[]).map(readSaid)
  const reacted = (JSON.parse(material.reacted) as [string, number, number][]).map(
    ([messageId, count, checks]): Reacted => ({ messageId, count, checks }),
  )
  const entries = entriesOf(material, said, reacted)
  return {
    space_id: material.space.id,
    space_name: material.space.name,
    ...composeText(material, entries, size, counting),
  }
}

function readSaid(fields: SaidFields): Said {
  const [seq, id, authorId, text, tail, channel, rootId, at, topics, isWaiting, isTask] = fields
  return { seq, id, authorId, text, tail, channel, rootId, at, topics, isWaiting, isTask }
}
