/**
 * Reads what is addressed to the guide in jobs, which are added in the message's transaction, so that no question is
 * lost: answers mentions, and marks the rest as seen.
 */
import * as z from 'zod/mini'
import type { AgentActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { findWithoutJob, type Jobs } from '../../platform/jobs.ts'
import { findMuteReason } from '../agents/index.ts'
import { markFailedIn, markSeenIn } from '../inbox/index.ts'
import type { JobsFor, MessageServices } from '../messages/index.ts'
import { FAILED_TO_ANSWER, postAnswer, type Runs } from '../runs/index.ts'
import { handleRequest } from './actions/actions.ts'
import { parseConfirmation } from './actions/parse-request.ts'
import { remind, REMINDERS } from './actions/reminders.ts'
import { answer, REFUSED_ANSWER } from './answer.ts'
import type { Article } from './articles.ts'
import { answerByModel, type ByModel } from './by-model.ts'
import { findMention, findGuideState, listUnread, listUnreadOf, type UnreadRow } from './repository.ts'
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
const SWEEP_QUEUE = 'guide-sweep'
const EVERY_MINUTE = '* * * * *'
const CONCURRENCY = 4
const SWEPT_MAX = 500
const PAUSED = 'This agent is paused'
/** A longer chain of agents' messages is a loop, which the guide doesn't continue. */
const HOPS_MAX = 3

const Job = z.object({
  spaceId: z.string(),
  messageId: z.string(),
  /** Absent: yes. */
  isMention: z.optional(z.boolean()),
})

/** Jobs for others' messages that are addressed to the guide, or are a plain yes or no in a thread. */
export function guideJobs(guideId: string): JobsFor {
  return ({ spaceId, messageId, authorId, mentions, recipientIds, reply }) => {
    if (authorId === guideId) return []
    const isMention = mentions.some(({ id }) => id === guideId)
    const isAnswer = reply !== null && parseConfirmation(reply) !== undefined
    const data = { spaceId, messageId, isMention } satisfies z.infer<typeof Job>
    return isAnswer || recipientIds.includes(guideId) ? [{ queue: QUEUE, data }] : []
  }
}

/** Creates the guide's queues and starts its workers. Call it before the first message is posted. */
export async function startGuide(
  services: GuideServices & { readonly jobs: Jobs; readonly articles: readonly Article[] },
): Promise<void> {
  const search = createSearch(services.articles)
  await services.jobs.declare(QUEUE)
  await services.jobs.work(QUEUE, CONCURRENCY, async (data) => readMessage(services, search, data))
  await services.jobs.declare(SWEEP_QUEUE)
  await services.jobs.work(SWEEP_QUEUE, 1, () => sweepGuide(services))
  await services.jobs.every(EVERY_MINUTE, SWEEP_QUEUE)
  await services.jobs.declare(REMINDERS)
  const isActive = async () => (await findGuideState(services.db, services.guide.accountId)).isActive
  await services.jobs.work(REMINDERS, 1, async (data) => remind({ ...services, isActive }, data))
}

/** Answers a message or marks it as seen. Safe to repeat: the answer is posted once. */
export async function readMessage(
  services: GuideServices,
  search: ArticleSearch,
  data: unknown,
): Promise<void> {
  const { db, clock, guide } = services
  const job = Job.parse(data)
  const { isActive, isLimited } = await findGuideState(db, guide.accountId)
  if (isActive && (await answerMention(services, search, { ...job, isLimited }))) return
  const ids = idsOf(await listUnreadOf(db, guide.accountId, job))
  await db.transaction().execute((tx) =>
    // what a pause didn't cancel, because another node stored it at the same moment
    isActive
      ? markSeenIn({ clock }, tx, guide.accountId, ids)
      : markFailedIn({ clock }, tx, guide.accountId, ids, PAUSED),
  )
}

const idsOf = (rows: readonly UnreadRow[]) => rows.map(({ id }) => id)

/**
 * Tells the authors of messages whose job was given up or lost that no answer will come. The job is added with the
 * delivery and ends after the answer's commit.
 */
export async function sweepGuide({
  db,
  clock,
  guide: { accountId: guideId },
}: Pick<GuideServices, 'db' | 'clock' | 'guide'>): Promise<void> {
  const unread = (await listUnread(db, guideId, SWEPT_MAX)).map((row) => ({ row, job: jobOf(row) }))
  const ended = new Set(
    await findWithoutJob(
      db,
      QUEUE,
      unread.map(({ job }) => job),
    ),
  )
  const left = unread.filter(({ job }) => ended.has(job)).map(({ row }) => row)
  const [asked, told] = [left.filter(isQuestion), left.filter((row) => !isQuestion(row))]
  if (asked.length > 0) {
    await db
      .transaction()
      .execute((tx) => markFailedIn({ clock }, tx, guideId, idsOf(asked), FAILED_TO_ANSWER))
  }
  if (told.length > 0) {
    await db.transaction().execute((tx) => markSeenIn({ clock }, tx, guideId, idsOf(told)))
  }
}

const isQuestion = ({ reason }: UnreadRow) => reason === 'mention'

function jobOf(row: UnreadRow): z.infer<typeof Job> {
  return { spaceId: row.space_id, messageId: row.message_id, isMention: isQuestion(row) }
}

/**
 * Answers a mention with a reply. False without trying to if the message was deleted or doesn't ask for an answer, the
 * guide is muted, or the chain of agents is too long.
 */
async function answerMention(
  services: GuideServices,
  search: ArticleSearch,
  { spaceId, messageId, isMention = true, isLimited }: z.infer<typeof Job> & { readonly isLimited: boolean },
): Promise<boolean> {
  const { db, guide, onWorking } = services
  const mention = await findMention(db, spaceId, messageId)
  if (mention === undefined) return false
  if ((await findMuteReason(db, guide.accountId, mention.author_id)) !== undefined) return false
  if (mention.author_id === guide.accountId || mention.hops > HOPS_MAX) return false

  const acted = await handleRequest(services, { spaceId, messageId }, isMention)
  if (acted === undefined && !isMention) return false

  await onWorking?.(spaceId, messageId, 'started')
  try {
    const byModel: ByModel | 'obsolete' =
      acted === undefined ? await answerByModel(services, search, spaceId, messageId) : { text: acted }
    if (byModel === 'obsolete') return false
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
    return true
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
