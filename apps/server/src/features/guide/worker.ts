/** Answers mentions of the guide in jobs, which are added in the message's transaction, so that no question is lost. */
import * as z from 'zod/mini'
import type { AgentActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { findMuteReason } from '../agents/index.ts'
import type { JobsFor, MessageServices } from '../messages/index.ts'
import { postAnswer, type Runs } from '../runs/index.ts'
import { handleRequest } from './actions/actions.ts'
import { parseConfirmation } from './actions/parse-request.ts'
import { remind, REMINDERS } from './actions/reminders.ts'
import { answer, REFUSED_ANSWER } from './answer.ts'
import type { Article } from './articles.ts'
import { answerByModel, type ByModel } from './by-model.ts'
import { findMention, findGuideState } from './repository.ts'
import { createSearch, type ArticleSearch } from './search.ts'
import { paragraphs } from './wording.ts'

interface GuideServices {
  readonly db: Db
  readonly clock: Clock
  readonly messages: MessageServices
  /** From ensureGuide. */
  readonly guide: AgentActor
  /** The URL of this instance. */
  readonly publicUrl: () => string
  /** For answers by a model, if one is configured. */
  readonly runs?: Pick<Runs, 'isOn' | 'run' | 'finish'> | undefined
  /** Called when the guide starts on an answer and when it stops, posted or not. */
  readonly onWorking?:
    | ((spaceId: string, messageId: string, state: 'started' | 'stopped') => Promise<void>)
    | undefined
}

const QUEUE = 'guide'
const CONCURRENCY = 4
/** A longer chain of agents' messages is a loop, which the guide doesn't continue. */
const HOPS_MAX = 3

const Job = z.object({
  spaceId: z.string(),
  messageId: z.string(),
  /** Absent: yes. */
  isMention: z.optional(z.boolean()),
})

/** Jobs for others' messages that mention the guide, or are a plain yes or no in a thread. */
export function guideJobs(guideId: string): JobsFor {
  return ({ spaceId, messageId, authorId, mentions, reply }) => {
    if (authorId === guideId) return []
    const isMention = mentions.some(({ id }) => id === guideId)
    const isAnswer = reply !== null && parseConfirmation(reply) !== undefined
    const data = { spaceId, messageId, isMention } satisfies z.infer<typeof Job>
    return isMention || isAnswer ? [{ queue: QUEUE, data }] : []
  }
}

/** Creates the guide's queue and starts its worker. Call it before the first message is posted. */
export async function startGuide(
  services: GuideServices & { readonly jobs: Jobs; readonly articles: readonly Article[] },
): Promise<void> {
  const search = createSearch(services.articles)
  await services.jobs.declare(QUEUE)
  await services.jobs.work(QUEUE, CONCURRENCY, async (data) => answerMention(services, search, data))
  await services.jobs.declare(REMINDERS)
  const isActive = async () => (await findGuideState(services.db, services.guide.accountId)).isActive
  await services.jobs.work(REMINDERS, 1, async (data) => remind({ ...services, isActive }, data))
}

/**
 * Answers one mention with a reply. Safe to repeat: the answer is posted once. Does nothing if the message was deleted,
 * the guide is paused or muted, or the chain of agents is too long.
 */
export async function answerMention(
  services: GuideServices,
  search: ArticleSearch,
  data: unknown,
): Promise<void> {
  const { db, guide, onWorking } = services
  const { spaceId, messageId, isMention = true } = Job.parse(data)
  const [mention, { isActive, isLimited }] = await Promise.all([
    findMention(db, spaceId, messageId),
    findGuideState(db, guide.accountId),
  ])
  if (mention === undefined || !isActive) return
  if ((await findMuteReason(db, guide.accountId, mention.author_id)) !== undefined) return
  if (mention.author_id === guide.accountId || mention.hops > HOPS_MAX) return

  const acted = await handleRequest(services, { spaceId, messageId }, isMention)
  if (acted === undefined && !isMention) return

  await onWorking?.(spaceId, messageId, 'started')
  try {
    const byModel: ByModel | 'obsolete' =
      acted === undefined ? await answerByModel(services, search, spaceId, messageId) : { text: acted }
    if (byModel === 'obsolete') return
    const {
      text = await builtIn(services, search, { spaceId, askerId: mention.author_id }, mention.content),
      note,
    } = byModel
    await postAnswer(
      services.messages,
      { ...guide, isLimited },
      {
        spaceId,
        messageId,
        key: `guide:${messageId}`,
        text: note === undefined ? text : paragraphs(text, note),
        refusedText: REFUSED_ANSWER,
      },
    )
    await services.runs?.finish({ agentId: guide.accountId, messageId })
  } finally {
    await onWorking?.(spaceId, messageId, 'stopped')
  }
}

async function builtIn(
  { db, clock, guide, publicUrl }: GuideServices,
  search: ArticleSearch,
  asked: { readonly spaceId: string; readonly askerId: string },
  content: string,
): Promise<string> {
  const { text } = await answer({ db, clock, search, guideId: guide.accountId, publicUrl }, asked, content)
  return text
}
