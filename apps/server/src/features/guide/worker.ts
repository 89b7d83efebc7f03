/** Chirpy's work: a job for each mention, written with the message, so that no question is lost. */
import * as z from 'zod/mini'
import type { AgentActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { AgentDisabled, AgentLimited, IdempotencyMismatch, NotFound } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { findMuteReason } from '../agents/index.ts'
import { GuardrailViolation } from '../guardrails/index.ts'
import { postMessage, type JobsFor, type MessageServices } from '../messages/index.ts'
import { answer, UNTELLABLE } from './answer.ts'
import type { Article } from './articles.ts'
import { findMention, findStanding } from './repository.ts'
import { createSearch, type ArticleSearch } from './search.ts'

interface GuideServices {
  readonly db: Db
  readonly clock: Clock
  readonly messages: MessageServices
  /** Who answers; see ensureGuide. */
  readonly guide: AgentActor
  /** Told when the guide begins on an answer and when it is done with it, whatever became of it. */
  readonly onWorking?:
    | ((spaceId: string, messageId: string, state: 'started' | 'stopped') => Promise<void>)
    | undefined
}

const QUEUE = 'guide'
const CONCURRENCY = 4
/** A chain of agents' answers that is longer than this is a loop of machines, and ends here. */
const HOPS_MAX = 3

const Job = z.object({ spaceId: z.string(), messageId: z.string() })

/** A job for each message that mentions the guide, but for its own. */
export function guideJobs(guideId: string): JobsFor {
  return ({ spaceId, messageId, authorId, mentions }) => {
    const isAsked = authorId !== guideId && mentions.some(({ id }) => id === guideId)
    return isAsked ? [{ queue: QUEUE, data: { spaceId, messageId } satisfies z.infer<typeof Job> }] : []
  }
}

/** Declares the guide's queue and works on it from then on. Must be done before a message is posted. */
export async function startGuide(
  services: GuideServices & { readonly jobs: Jobs; readonly articles: readonly Article[] },
): Promise<void> {
  const search = createSearch(services.articles)
  await services.jobs.declare(QUEUE)
  await services.jobs.work(QUEUE, CONCURRENCY, async (data) => answerMention(services, search, data))
}

/**
 * Answers one mention, as a reply. Safe to repeat: the answer is posted once. Does nothing when the message
 * is gone, the guide is switched off, or only agents have been talking for a while.
 */
export async function answerMention(
  services: GuideServices,
  search: ArticleSearch,
  data: unknown,
): Promise<void> {
  const { db, clock, guide, onWorking } = services
  const { spaceId, messageId } = Job.parse(data)
  const [mention, { isSwitchedOn, isLimited }] = await Promise.all([
    findMention(db, spaceId, messageId),
    findStanding(db, guide.accountId),
  ])
  if (mention === undefined || !isSwitchedOn) return
  if ((await findMuteReason(db, guide.accountId, mention.author_id)) !== undefined) return
  if (mention.author_id === guide.accountId || mention.hops > HOPS_MAX) return

  await onWorking?.(spaceId, messageId, 'started')
  try {
    const { text } = await answer({ db, clock, search, guideId: guide.accountId }, spaceId, mention.content)
    await reply({ ...services, guide: { ...guide, isLimited } }, spaceId, messageId, text)
  } finally {
    await onWorking?.(spaceId, messageId, 'stopped')
  }
}

async function reply(
  { messages, guide }: GuideServices,
  spaceId: string,
  messageId: string,
  text: string,
): Promise<void> {
  const post = (content: string) =>
    postMessage(messages, guide, { spaceId, content, parentId: messageId, key: `guide:${messageId}` })
  try {
    await post(text).catch((error: unknown) => {
      // a name or topic of the space would not pass
      if (error instanceof GuardrailViolation) return post(UNTELLABLE)
      throw error
    })
  } catch (error) {
    // answered before, with facts that have changed since; or there is nothing left to answer, or nobody to
    const isOver =
      error instanceof IdempotencyMismatch ||
      error instanceof NotFound ||
      error instanceof AgentDisabled ||
      error instanceof AgentLimited
    if (!isOver) throw error
  }
}
