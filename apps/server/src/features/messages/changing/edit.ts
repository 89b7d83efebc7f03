/** Changing the text of a message (docs/rules/messages.md#editing). */
import type { Mention, Message } from '@flockwork/contract/messages'
import { whyNotEdit } from '@flockwork/contract/policy/messages'
import { handlesIn } from '@flockwork/contract/text/mentions'
import { topicsIn } from '@flockwork/contract/text/topics'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { executorOf } from '../../../platform/jobs.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { writingOf } from '../../guardrails/index.ts'
import { lockUsage, consumeUsage } from '../../agents/index.ts'
import type { Addressee } from '../addressing/directory.ts'
import {
  agentsAmong,
  limitedAmong,
  mentionedOf,
  reachedOf,
  recipientOf,
  webhooksAmong,
  type Recipient,
} from '../addressing/recipients.ts'
import { requireUnpaused } from '../pause.ts'
import { deliveryEvent } from '../reading/present.ts'
import { readMessage } from '../reading/read.ts'
import type { EditServices } from '../services.ts'
import * as changes from './change-repository.ts'
import { takeStep, type Stepped } from './step.ts'
import { appendChange, factsOf, lockAndFind, readForAll, spaceToChange, viewerOf } from './change.ts'

/**
 * Replaces the text; the earlier one becomes a version. New mentions get deliveries as from a post, also where the
 * message was a plain reply before; deliveries to accounts that are no longer mentioned stay.
 * @throws NotFound, Forbidden with the reason, Conflict for a deleted message, GuardrailViolation, AgentLimited.
 */
export async function editMessage(
  services: EditServices,
  editor: Actor,
  id: string,
  content: string,
  once: Once<Message>,
): Promise<Message> {
  const { db, clock, guard, directory } = services
  const spaceId = await spaceToChange(db, editor, id)
  await guard(content, writingOf(editor, 'message', spaceId))
  const { known, unknown: names } = await directory.resolve(spaceId, handlesIn(content))
  const unknown = await directory.suggest(spaceId, names)

  let addressed: string[] = []
  const edited = await once(async (tx) => {
    await requireUnpaused(tx, clock, editor)
    const limited = known.filter(({ isLimited }) => isLimited).map(({ mention }) => mention.id)
    await lockUsage(tx, { agentIds: limited, accountId: editor.accountId })
    await changes.lockMessage(tx, spaceId, id)
    // locked before the permission check, so that no reply is stored in between
    await lockSequences(tx, [spaceId])
    const before = await lockAndFind(tx, spaceId, id)
    if (before.deleted_at !== null) throw new Conflict('This message was deleted')
    const reason = whyNotEdit(await viewerOf(tx, editor, spaceId), factsOf(before), clock.now())
    if (reason !== null) throw new Forbidden(reason)
    if (before.content === content) return readMessage({ db: tx, clock }, editor, spaceId, id)

    const at = new Date(clock.now())
    const change = { spaceId, id, before: before.content, by: editor.accountId, at }
    await changes.insertVersion(tx, change)
    await changes.saveText(tx, change, {
      content,
      mentions: known.map(({ mention }) => mention),
      mentionsUnknown: unknown,
      topics: topicsIn(content),
    })

    const message = await readForAll(tx, spaceId, id)
    const { found, replaced, held } = await newlyAddressed(services, tx, message, known)
    addressed = agentsAmong(found)
    const step = await stepOf(services, tx, editor, message, found)
    const added = step?.recipients ?? found
    await consumeUsage(tx, { agentIds: limitedAmong(added), accountId: editor.accountId, now: clock.now() })
    const shown = step?.hold == null ? message : { ...message, hold: step.hold }
    const events = [
      ...mentionEvents(shown, added),
      ...[...added.map((recipient) => newDelivery(shown, recipient, at)), ...held].map(deliveryEvent),
      ...(step?.events ?? []),
    ]
    const seq = await appendChange({ tx, clock }, shown, 'updated', events)
    const { author_id: authorId, thread_root_id: threadRootId } = message
    const rootId = threadRootId ?? id
    const cause = added.some(({ state }) => state === 'held') ? step : undefined
    await changes.saveAsMentions(
      tx,
      held.map((delivery) => delivery.id),
    )
    await changes.deleteDeliveries(tx, replaced)
    await changes.insertDeliveries(tx, { spaceId, id, authorId, rootId, seq, at, cause }, added)
    await addJobs(services, tx, message, added)
    if (authorId !== editor.accountId) {
      await audit(tx, clock, {
        actorId: editor.accountId,
        action: 'message_edited',
        target: { type: 'message', id },
        spaceId,
        before: { content: before.content },
        after: { content },
      })
    }
    return readMessage({ db: tx, clock }, editor, spaceId, id)
  })
  if (editor.kind === 'agent') await services.breaker.recordAddressing(editor.accountId, addressed)
  return edited
}

interface NewlyAddressed {
  readonly found: readonly Recipient[]
  /**
   * The ids of the deliveries of a reply to some of them. They get a new delivery with an id of its own: programs don't
   * look at the same one twice.
   */
  readonly replaced: readonly string[]
  /** Held deliveries of a reply, which nobody has seen: they become those of a mention. */
  readonly held: readonly AuthoredDelivery[]
}

/** The mentioned accounts that the message didn't mention before. */
async function newlyAddressed(
  services: EditServices,
  tx: Tx,
  message: Message,
  known: readonly Addressee[],
): Promise<NewlyAddressed> {
  const { space_id: spaceId, id, author_id: authorId } = message
  const deliveries = await changes.listDeliveries(tx, spaceId, id)
  const found: Recipient[] = []
  const replaced: string[] = []
  const held: AuthoredDelivery[] = []
  for (const addressee of known) {
    const { mention } = addressee
    const earlier = deliveries.find((delivery) => delivery.recipient_id === mention.id)
    if (mention.id === authorId || (earlier !== undefined && earlier.reason !== 'reply')) continue
    if (earlier?.state === 'held') {
      held.push({ ...deliveryTo(message, mention), ...earlier, reason: 'mention' })
      continue
    }
    found.push(await recipientOf({ ...services, db: tx }, authorId, addressee, 'mention'))
    if (earlier !== undefined) replaced.push(earlier.id)
  }
  return { found, replaced, held }
}

/** An agent's edit that addresses others is a step of the message's chain. */
async function stepOf(
  { clock, bounds }: EditServices,
  tx: Tx,
  editor: Actor,
  { id, space_id: spaceId }: Message,
  recipients: readonly Recipient[],
): Promise<Stepped | undefined> {
  if (editor.kind !== 'agent' || agentsAmong(recipients).length === 0) return undefined
  return takeStep({ tx, clock, bounds }, editor, { spaceId, messageId: id, parentId: id, recipients })
}

function mentionEvents(message: Message, added: readonly Recipient[]) {
  return mentionedOf(added).map((mention) => ({
    name: 'mention' as const,
    payload: { message, mentioned: mention },
    audience: mention.id,
    isDelivery: true,
    messageId: message.id,
  }))
}

type AuthoredDelivery = Parameters<typeof deliveryEvent>[0]

function newDelivery(message: Message, recipient: Recipient, at: Date): AuthoredDelivery {
  const { mention, deliveryId, reason, state, why } = recipient
  return { ...deliveryTo(message, mention), id: deliveryId, reason, state, why, at }
}

function deliveryTo(message: Message, mention: Mention) {
  return {
    message_id: message.id,
    task_id: null,
    author_id: message.author_id,
    recipient_id: mention.id,
    recipient_kind: mention.type,
    recipient_handle: mention.handle,
  }
}

async function addJobs(
  { jobs, jobsFor, webhookJobs }: EditServices,
  tx: Tx,
  { space_id: spaceId, id, author_id: authorId }: Message,
  added: readonly Recipient[],
): Promise<void> {
  const mentions = mentionedOf(added)
  const requests = [
    ...jobsFor({ spaceId, messageId: id, authorId, mentions, recipientIds: reachedOf(added), reply: null }),
    ...webhookJobs(webhooksAmong(added)),
  ]
  if (requests.length > 0) await jobs.addWithin(executorOf(tx), requests)
}
