/** The action `check` in mode `catch_up` of the tool `messages` (docs/rules/catch-up.md#agents). */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { QUOTED } from '../answers/quoted.ts'
import { succeed } from '../answers/result.ts'
import { missedBy, type AskedToCatchUp } from '../tools/missed.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'

/** Reserved for the rest of an answer, in either layer. */
const AROUND_TOKENS = 110
const HOW_TO_READ = 'The 8 digits after /m/ are the id of the message: action thread reads on.'

/** What the agent missed. Marks and acknowledges nothing. @throws Invalid */
export async function checkCatchUp(
  services: ToolServices,
  { actor }: ToolCall,
  args: AskedToCatchUp,
): Promise<CallToolResult> {
  const { text, cursor, next_cursor: nextCursor } = await missedBy(services, actor, args, AROUND_TOKENS)
  const next =
    HOW_TO_READ + (nextCursor === null ? '' : ` More that is addressed to you: cursor ${nextCursor}.`)
  return succeed([text, '', QUOTED, next].join('\n'), {
    catch_up: text,
    // for the same answer again
    same_cursor: cursor,
    next_cursor: nextCursor,
    note: QUOTED,
    next,
  })
}
