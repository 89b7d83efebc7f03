/** The guide's answers without a post, only for the caller (docs/rules/guide.md#answers). */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { PersonActor } from '../../platform/actor.ts'
import { AgentDisabled } from '../../platform/agent-errors.ts'
import { enterSpace } from '../spaces/index.ts'
import { parseRequest } from './actions/parse-request.ts'
import { replies } from './actions/replies.ts'
import { answer, titleOf } from './answer.ts'
import { pageOf } from './articles.ts'
import { findGuideState } from './repository.ts'
import type { ArticleSearch } from './search.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly guideId: string
  readonly publicUrl: () => string
}

/**
 * The guide's answer to a question in the caller's current space.
 * @throws SpaceContextChanged when the current space has changed; AgentDisabled while the guide is paused.
 */
export async function askGuide(
  { db, clock, guideId, publicUrl }: Deps,
  search: ArticleSearch,
  caller: PersonActor,
  question: string,
): Promise<{ answer: string; sources: { title: string; url: string }[] }> {
  const spaceId = await enterSpace(db, caller, null)
  const { isActive } = await findGuideState(db, guideId)
  if (!isActive) throw new AgentDisabled('Chirpy is paused')
  // there is no thread here for a confirmation
  if (parseRequest(question, clock.now()) !== undefined)
    return { answer: replies.onlyInMessages, sources: [] }
  const { text, sources } = await answer(
    { db, clock, search, guideId, publicUrl },
    { spaceId, askerId: caller.accountId },
    question,
  )
  return {
    answer: text,
    sources: sources.map(({ article, passage }) => ({
      title: titleOf(article, passage),
      url: pageOf(article, passage),
    })),
  }
}
