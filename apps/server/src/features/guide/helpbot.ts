/** Asking the guide without a post: the same answers, for the asker alone (docs/rules/guide.md#answers). */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { PersonActor } from '../../platform/actor.ts'
import { AgentDisabled } from '../../platform/errors.ts'
import { enterSpace } from '../spaces/index.ts'
import { answer, pageOf } from './answer.ts'
import { findStanding } from './repository.ts'
import type { ArticleSearch } from './search.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly guideId: string
}

/**
 * What the guide says to a question in the asker's current space.
 * @throws SpaceContextChanged when another space is current by now; AgentDisabled while the guide is paused.
 */
export async function askGuide(
  { db, clock, guideId }: Deps,
  search: ArticleSearch,
  asker: PersonActor,
  question: string,
): Promise<{ answer: string; sources: { title: string; url: string }[] }> {
  const spaceId = await enterSpace(db, asker, null)
  const { isSwitchedOn } = await findStanding(db, guideId)
  if (!isSwitchedOn) throw new AgentDisabled('Chirpy is paused')
  const { text, sources } = await answer({ db, clock, search, guideId }, spaceId, question)
  return { answer: text, sources: sources.map((article) => ({ title: article.title, url: pageOf(article) })) }
}
