/** The argument `ack` of the tool `messages`: the agent acknowledges what it has read (docs/rules/mcp.md#marking). */
import { INBOX_READ_MAX } from '@flockwork/contract/limits'
import { invalid } from '../../../platform/errors.ts'
import { requireScope } from '../../../platform/mount.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f-]{1,27})?$/

/** Returns a note about ids that match nothing unread. @throws Invalid for malformed ids. */
export async function acknowledgeNamed(
  { mailbox }: ToolServices,
  { actor }: ToolCall,
  { ack }: MessagesArguments,
): Promise<string | undefined> {
  if (ack === undefined || ack.length === 0) return undefined
  requireScope(actor, 'messages:write')
  if (ack.length > INBOX_READ_MAX) throw invalid(['ack'], `must be at most ${INBOX_READ_MAX} ids`)
  const ids = ack.map((id) => id.trim().toLowerCase())
  const wrong = ids.find((id) => !ID.test(id))
  if (wrong !== undefined) throw invalid(['ack'], 'must be ids of messages, or their first 8 digits')
  const unknown = await mailbox.acknowledgeNamed(actor, ids)
  return unknown.length === 0 ? undefined : `ack: nothing unread of yours has the id ${unknown.join(', ')}.`
}
