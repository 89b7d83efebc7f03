/** The action `stop` of the tool `messages`: ends the agent's waits on every node. Its mail stays unread. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { DELETE_REASON_MAX_CHARS, WAIT_SUSPENSION_MAX_S } from '@flockwork/contract/limits'
import { invalid } from '../../../platform/errors.ts'
import { succeed } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { textOf } from '../tools/values.ts'

/** Ends every wait of the agent, on every node, and prevents new ones for `timeout` seconds. */
export async function stopWaiting(
  { waits }: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const reason = textOf(args.reason)
  if (reason !== undefined && reason.length > DELETE_REASON_MAX_CHARS) {
    throw invalid(['reason'], `must be at most ${DELETE_REASON_MAX_CHARS} characters`)
  }
  const seconds = Math.min(Math.max(args.timeout ?? 0, 0), WAIT_SUSPENSION_MAX_S)
  await waits.suspend(actor.accountId, { seconds, reason })
  const until =
    seconds === 0
      ? 'A new wait may begin at once.'
      : `No wait begins for ${seconds} s; stop with timeout 0 lifts that.`
  const cut = (args.timeout ?? 0) > seconds ? ` timeout was cut to ${seconds} s.` : ''
  const next = `Waits ended. ${until}${cut} What is addressed to you is kept until you check.`
  return succeed(next, {
    status: 'stopped',
    retry_after_seconds: seconds,
    messages: [],
    events: [],
    timed_out: false,
    next,
  })
}
