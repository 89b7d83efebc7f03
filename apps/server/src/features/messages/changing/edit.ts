/** Changing the text of a message (docs/rules/messages.md#editing). */
import type { Mention, Message } from '@flockwork/contract/messages'
import { whyNotEdit } from '@flockwork/contract/policy/messages'
import { handlesIn } from '@flockwork/contract/text/mentions'
import { topicsIn } from '@flockwork/contract/text/topics'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden } from '../../../platform/errors.ts'
import { executorOf } from '../../../platform/jobs.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { lockUsage, consumeUsage } from '../../agents/index.ts'
import { agentsAmong, recipientOf } from '../posting/addressing.ts'
import { mentionedOf, type Recipient } from '../posting/batch.ts'
import * as changes from './change-repository.ts'
import * as changing from './changing.ts'
import { requireUnpaused } from '../pause.ts'
import type { Addressee } from '../posting/directory.ts'
import type { MessageServices } from '../services.ts'
import { readMessage } from '../reading/read.ts'

/**
 * Replaces the text and keeps the earlier one. Whoever the new text mentions for the first time is addressed
 * as by a post; who is no longer mentioned keeps what was addressed to them.
 * @throws NotFound, Forbidden with the reason, Conflict for a deleted message, GuardrailViolation, AgentLimited.
 */
export async function editMessage(
  services: MessageServices,
  editor: Actor,
  id: string,
  content: string,
): Promise<Message> {
  const { db, clock, guard, directory } = services
  const spaceId = await changing.spaceToChange(db, editor, id)
  await guard(content, editor.kind === 'user' ? 'person' : 'agent')
  const handles = handlesIn(content)
  const { known, unknown: strangers } = await directory.resolve(spaceId, handles)
  const unknown = await directory.suggest(spaceId, strangers)

  let addressed: string[] = []
  await changing.transact(db, async (tx) => {
    await requireUnpaused(tx, clock, editor)
    const limited = known.filter(({ isLimited }) => isLimited).map(({ mention }) => mention.id)
    await lockUsage(tx, { agentIds: limited, accountId: editor.accountId })
    await changes.lockMessage(tx, spaceId, id)
    // nobody replies between the judgement and the change
    await lockSequences(tx, [spaceId])
    const before = await changing.lockedMessage(tx, spaceId, id)
    if (before.deleted_at !== null) throw new Conflict('This message was deleted')
    const reason = whyNotEdit(
      await changing.viewerOf(tx, editor, spaceId),
      changing.factsOf(before),
      clock.now(),
    )
    if (reason !== null) throw new Forbidden(reason)
    if (before.content === content) return

    const at = new Date(clock.now())
    const change = { spaceId, id, before: before.content, by: editor.accountId, at }
    await changes.keepVersion(tx, change)
    await changes.saveText(tx, change, {
      content,
      mentions: known.map(({ mention }) => mention),
      mentionsUnknown: unknown,
      topics: topicsIn(content),
    })

    const message = await changing.presentNow(tx, spaceId, id)
    const added = await newlyAddressed(services, tx, message, known)
    addressed = agentsAmong(added)
    const agentIds = added.filter(({ isLimited }) => isLimited).map(({ mention }) => mention.id)
    await consumeUsage(tx, { agentIds, accountId: editor.accountId, now: clock.now() })
    const seq = await changing.tellChange({ tx, clock }, message, 'updated', mentionEvents(message, added))
    const { author_id: authorId, thread_root_id: threadRootId } = message
    await changes.insertDeliveries(tx, { spaceId, id, authorId, rootId: threadRootId ?? id, seq, at }, added)
    await addJobs(services, tx, message, mentionedOf(added))
    if (authorId !== editor.accountId) {
      await audit(tx, clock, {
        actorId: editor.accountId,
        action: 'message_edited',
        target: { type: 'message', id },
        spaceId,
      })
    }
  })
  if (editor.kind === 'agent') await services.breaker.recordAddressing(editor.accountId, addressed)
  return readMessage(db, editor, spaceId, id)
}

async function newlyAddressed(
  services: MessageServices,
  tx: Tx,
  { space_id: spaceId, id, author_id: authorId }: Message,
  known: readonly Addressee[],
): Promise<Recipient[]> {
  const addressed = new Set([authorId, ...(await changes.listRecipientIds(tx, spaceId, id))])
  const added: Recipient[] = []
  for (const addressee of known.filter(({ mention }) => !addressed.has(mention.id))) {
    added.push(await recipientOf({ ...services, db: tx }, authorId, addressee, 'mention'))
  }
  return added
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

async function addJobs(
  { jobs, jobsFor }: MessageServices,
  tx: Tx,
  { space_id: spaceId, id, author_id: authorId }: Message,
  mentions: readonly Mention[],
): Promise<void> {
  const requests = jobsFor({ spaceId, messageId: id, authorId, mentions })
  if (requests.length > 0) await jobs.addWithin(executorOf(tx), requests)
}
