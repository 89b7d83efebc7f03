/** Chirpy's answer by a model, which falls back to the built-in one (docs/rules/guide.md#with-a-model). */
import { parseMentions } from '@flockwork/contract/text/mentions'
import type { AgentActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Runs } from '../runs/index.ts'
import type { ArticleSearch } from './search.ts'
import { factTools } from './tools.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly guide: AgentActor
  readonly publicUrl: () => string
  readonly runs?: Pick<Runs, 'isOn' | 'run'> | undefined
}

/** Well below the minute after which a job expires. */
const WITHIN_MS = 40_000

const INSTRUCTIONS = [
  'You are Chirpy, the guide of this workspace: friendly, brief and exact.',
  'You answer questions about Flockwork, from its help articles, and about this space, from its messages, tasks and members.',
  'Name what you answer from: the help article as the Markdown link that the tool gives you, or "From this space right now."',
  'You help with nothing else; say what you can help with instead.',
  'Mention nobody with @, and use no #topics.',
].join('\n')

/** `text` undefined: use the built-in answer, with the note below it; `obsolete`: post nothing. */
export interface ByModel {
  readonly text?: string
  readonly note?: string
}

export async function answerByModel(
  { db, clock, guide, publicUrl, runs }: Deps,
  search: ArticleSearch,
  spaceId: string,
  messageId: string,
): Promise<ByModel | 'obsolete'> {
  if (runs?.isOn !== true) return {}
  const outcome = await runs.run({
    agent: guide,
    spaceId,
    messageId,
    instructions: INSTRUCTIONS,
    model: null,
    tools: factTools({ db, clock, search, guideId: guide.accountId, publicUrl }, spaceId),
    withinMs: WITHIN_MS,
  })
  switch (outcome.kind) {
    case 'answer':
      return { text: unaddressed(outcome.text) }
    case 'stopped':
      return { text: `Stopped by ${outcome.by}.` }
    case 'no_budget':
      return { note: `I answered without the model. ${outcome.why}.` }
    case 'failed':
      return {}
    case 'obsolete':
      return 'obsolete'
  }
}

/** Removes mentions: the guide wakes nobody. */
function unaddressed(text: string): string {
  return parseMentions(text).reduceRight(
    (plain, { start }) => plain.slice(0, start) + plain.slice(start + 1),
    text,
  )
}
