/**
 * Whom a post is addressed to: those it mentions, and the author of what it answers (docs/rules/messages.md#mentions).
 */
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { orderedId } from '../../../platform/ids.ts'
import { RateLimited } from '../../../platform/errors.ts'
import { findReachedLimit, findMuteReason, type Breaker } from '../../agents/index.ts'
import type { Post, Recipient } from './batch.ts'
import type { Addressee, Directory } from './directory.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
}

interface Asked {
  readonly spaceId: string
  readonly author: Actor
  /** Those whom the text mentions. */
  readonly mentioned: readonly Addressee[]
  /** The author of the message answered. */
  readonly parentHandle: string | undefined
}

/** Each recipient once, a mention before a reply; never the author. */
export async function recipientsOf(deps: Deps, asked: Asked): Promise<Recipient[]> {
  const { spaceId, author, mentioned, parentHandle } = asked
  const answered =
    parentHandle === undefined || parentHandle === author.username
      ? []
      : (await deps.directory.resolve(spaceId, [parentHandle])).known
  const isNew = ({ mention }: Addressee) => !mentioned.some((one) => one.mention.id === mention.id)

  const recipients: Recipient[] = []
  for (const addressee of mentioned) {
    if (addressee.mention.id === author.accountId) continue
    recipients.push(await recipientOf(deps, author.accountId, addressee, 'mention'))
  }
  for (const addressee of answered.filter(isNew)) {
    recipients.push(await recipientOf(deps, author.accountId, addressee, 'reply'))
  }
  return recipients
}

/** What is addressed to somebody now, and whether it can be delivered. */
export async function recipientOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorId: string,
  { mention, pausedWhy, isOwnerless, isLimited }: Addressee,
  reason: Recipient['reason'],
): Promise<Recipient> {
  const why = pausedWhy ?? (isOwnerless ? ((await findMuteReason(db, mention.id, authorId)) ?? null) : null)
  return {
    deliveryId: orderedId(clock.now()),
    mention,
    reason,
    state: why === null ? 'stored' : 'undeliverable',
    why,
    isLimited: isLimited && why === null,
  }
}

/** The agents whose limits a post counts towards: those it reaches, and an agent that posts. */
export function limitedBy(author: Actor, recipients: readonly Recipient[]): string[] {
  const addressed = recipients.filter(({ isLimited }) => isLimited).map(({ mention }) => mention.id)
  return author.kind === 'agent' && author.isLimited ? [author.accountId, ...addressed] : addressed
}

/** Which limit leaves no room for the post. */
export async function limitOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { authorId, limitedBy: agentIds }: Pick<Post, 'authorId' | 'limitedBy'>,
): Promise<Error> {
  const reached = await findReachedLimit(db, { agentIds, accountId: authorId, now: clock.now() })
  // it has opened since
  return reached ?? new RateLimited({ limit: 0, remaining: 0, retryAfterSeconds: 1 })
}

/**
 * An agent that the circuit breaker pauses, as it is told to those who address it
 * (docs/rules/agents.md#circuit-breaker).
 */
export interface Paused {
  readonly key: string
  readonly retry_after: number
}

/** Those of the recipients that get what is addressed to them later; nothing when there are none. */
export function pausedAmong(
  { breaker, clock }: { breaker: Pick<Breaker, 'pausedUntil'>; clock: Clock },
  recipients: readonly Recipient[],
): { paused?: Paused[] } {
  const paused = recipients.flatMap(({ mention: { id, handle, type }, state }): Paused[] => {
    const until = type === 'agent' && state === 'stored' ? breaker.pausedUntil(id) : undefined
    if (until === undefined) return []
    return [{ key: `agent:${handle}`, retry_after: Math.max(1, Math.ceil((until - clock.now()) / 1000)) }]
  })
  return paused.length === 0 ? {} : { paused }
}

export function agentsAmong(recipients: readonly Recipient[]): string[] {
  return recipients.filter(({ mention }) => mention.type === 'agent').map(({ mention }) => mention.id)
}
