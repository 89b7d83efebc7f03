/** The actions `react`, `edit` and `delete` of the tool `messages`. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { DELETE_REASON_MAX_CHARS } from '@flockwork/contract/limits'
import { MessageText } from '@flockwork/contract/messages'
import { EMOJI_MAX_CHARS } from '@flockwork/contract/limits'
import { emojiOf } from '@flockwork/contract/text/emoji'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { invalid } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { editMessage, react, deleteMessage } from '../../messages/index.ts'
import { findMessage } from '../tools/find-message.ts'
import { presentMessages } from '../answers/present.ts'
import type { Facts } from '../answers/facts.ts'
import { succeed } from '../answers/result.ts'
import type { ChangeMessageArguments, MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { textOf } from '../tools/values.ts'

export async function reactToOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const { db, messages } = services
  const given = idOf(args)
  const emoji = readEmoji(args.emoji)
  const message = await findMessage(services, actor, given, 'message_id')
  const isRemoved = args.remove === true
  const reactions = await react(messages, actor, message.id, { emoji, add: !isRemoved }, withoutKey(db))
  const done = isRemoved ? `Took ${emoji} back from` : `Reacted with ${emoji} to`
  return succeed(`${done} [id:${message.short_id}]`, {
    ...factsOf(isRemoved ? 'reaction_removed' : 'reacted', [
      ...(await presentMessages(services, actor, [
        { ...message, reaction_counts: reactions.reaction_counts },
      ])),
    ]),
    message_id: message.id,
  })
}

function readEmoji(given: string | undefined): string {
  const text = given?.trim() ?? ''
  const [emoji, ...others] = text.length > EMOJI_MAX_CHARS ? [] : (reactionOf(text) ?? [emojiOf(text)])
  if (emoji === null || emoji === undefined || others.length > 0) {
    throw invalid(['emoji'], 'must be one emoji, such as 👍, or its command, such as !fire')
  }
  return emoji
}

/** The arguments of both tools with these actions. */
type ChangeArguments = Omit<ChangeMessageArguments, 'action'> & { readonly action?: string | undefined }

export async function editOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: ChangeArguments,
): Promise<CallToolResult> {
  const { db, messages } = services
  const given = idOf(args)
  const content = MessageText.safeParse(args.content ?? '')
  if (!content.success) throw invalid(['content'], content.error.issues[0]?.message ?? 'must be text')
  const { id } = await findMessage(services, actor, given, 'message_id')
  const message = await editMessage(messages, actor, id, content.data, withoutKey(db))
  return succeed(`Edited [id:${message.short_id}]`, {
    ...factsOf('edited', await presentMessages(services, actor, [message])),
    message_id: id,
    mentions_resolved: message.mentions.map(({ handle }) => handle),
    mentions_unknown: message.mentions_unknown,
  })
}

export async function deleteOne(
  { db, clock, messages }: ToolServices,
  { actor }: ToolCall,
  args: ChangeArguments,
): Promise<CallToolResult> {
  const given = idOf(args)
  const reason = textOf(args.reason)
  if (reason !== undefined && reason.length > DELETE_REASON_MAX_CHARS) {
    throw invalid(['reason'], `must be at most ${DELETE_REASON_MAX_CHARS} characters`)
  }
  const { id, short_id: shortId } = await findMessage({ db, clock }, actor, given, 'message_id')
  await deleteMessage(messages, actor, id, { reason, permanent: false }, withoutKey(db))
  return succeed(`Deleted [id:${shortId}]. Its place and its thread stay.`, {
    ...factsOf('deleted', []),
    message_id: id,
  })
}

/** @throws Invalid without an id. */
function idOf({ action, message_id: given }: ChangeArguments): string {
  const id = textOf(given)
  if (id !== undefined) return id
  throw invalid(['message_id'], `${action ?? 'edit'} needs the id of a message, or its first 8 digits`)
}

function factsOf(status: string, messages: readonly unknown[]): Facts {
  return { status, messages, events: [], timed_out: false }
}
