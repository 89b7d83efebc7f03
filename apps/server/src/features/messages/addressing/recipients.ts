/**
 * The recipients of a post: the accounts it mentions, and the author of its parent (docs/rules/messages.md#mentions).
 */
import type { DeliveryReason, Mention } from '@flockwork/contract/messages'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { orderedId } from '../../../platform/ids.ts'
import { findMuteReason } from '../../agents/index.ts'
import type { Addressee, Directory } from './directory.ts'

export interface Recipient {
  readonly deliveryId: string
  readonly mention: Mention
  readonly reason: DeliveryReason
  /** Null exactly when it is stored. */
  readonly why: string | null
  /** `held`: its chain of agents waits for a person. */
  readonly state: 'stored' | 'held' | 'undeliverable'
  /** Whether it counts towards a limit of the recipient. */
  readonly isLimited: boolean
  /** Whether to add a job that calls its webhook. */
  readonly hasWebhook: boolean
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
}

interface Addressed {
  readonly spaceId: string
  readonly author: Actor
  readonly mentioned: readonly Addressee[]
  /** Handles: the parent's author, and the workers of the task that it announces. */
  readonly repliedTo: readonly string[]
}

/** Each recipient once, where a mention takes precedence over a reply; never the author. */
export async function recipientsOf(deps: Deps, addressed: Addressed): Promise<Recipient[]> {
  const { spaceId, author, mentioned } = addressed
  const handles = [...new Set(addressed.repliedTo)].filter((handle) => handle !== author.username)
  const repliedTo = handles.length === 0 ? [] : (await deps.directory.resolve(spaceId, handles)).known
  const isNew = ({ mention }: Addressee) => !mentioned.some((one) => one.mention.id === mention.id)

  const recipients: Recipient[] = []
  for (const addressee of mentioned) {
    if (addressee.mention.id === author.accountId) continue
    recipients.push(await recipientOf(deps, author.accountId, addressee, 'mention'))
  }
  for (const addressee of repliedTo.filter(isNew)) {
    recipients.push(await recipientOf(deps, author.accountId, addressee, 'reply'))
  }
  return recipients
}

/** A new delivery; undeliverable to an agent that is paused, or that the author has muted. */
export async function recipientOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorId: string,
  { mention, pausedWhy, isOwnerless, isLimited, hasWebhook }: Addressee,
  reason: Recipient['reason'],
): Promise<Recipient> {
  const why = pausedWhy ?? (isOwnerless ? ((await findMuteReason(db, mention.id, authorId)) ?? null) : null)
  return {
    deliveryId: orderedId(clock.now()),
    mention,
    reason,
    why,
    state: why === null ? 'stored' : 'undeliverable',
    isLimited: isLimited && why === null,
    hasWebhook: hasWebhook && why === null,
  }
}

/** The reachable mentioned accounts: each gets its own event. */
export function mentionedOf(recipients: readonly Recipient[]): Mention[] {
  return recipients
    .filter(({ reason, state }) => reason === 'mention' && state === 'stored')
    .map(({ mention }) => mention)
}

/** The ids of the reachable accounts. */
export function reachedOf(recipients: readonly Recipient[]): string[] {
  return recipients.filter(({ state }) => state === 'stored').map(({ mention }) => mention.id)
}

export function agentsAmong(recipients: readonly Recipient[]): string[] {
  return recipients.filter(({ mention }) => mention.type === 'agent').map(({ mention }) => mention.id)
}

/** The agents whose webhooks are to be called. */
export function webhooksAmong(recipients: readonly Recipient[]): string[] {
  return recipients.filter(({ hasWebhook }) => hasWebhook).map(({ mention }) => mention.id)
}

/** The recipients with a limit that the message counts towards. */
export function limitedAmong(recipients: readonly Recipient[]): string[] {
  return recipients.filter(({ isLimited }) => isLimited).map(({ mention }) => mention.id)
}
