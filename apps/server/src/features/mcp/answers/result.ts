/**
 * Answers of tools: the same facts as text, as structured content, and as lists at the top level. Hosts give their
 * model only one of the first two, so each is complete by itself (docs/rules/mcp.md#layers).
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { inBriefFacts } from './brief.ts'
import type { Facts } from './facts.ts'
import { withoutUnseen } from '../../../platform/one-line.ts'

/** The lists and the id of a sent message are at the top level, too: older clients read them there. */
export function succeed(text: string, facts: Facts): CallToolResult {
  const lists = Object.entries(facts).filter(
    ([name, value]) => (Array.isArray(value) && !isLikePrompt(name, value)) || name === 'message_id',
  )
  const shown = withoutUnseen(text)
  return {
    ...Object.fromEntries(lists),
    content: [{ type: 'text', text: shown }],
    structuredContent: { ...facts },
  }
}

/** Codex mistakes a result with an empty list of messages for that of `prompts/get`, and shows its model a failure. */
function isLikePrompt(name: string, list: readonly unknown[]): boolean {
  return name === 'messages' && list.length === 0
}

/** For invalid input, a refusal or a limit: the text says what would work. */
export function refuse(text: string, facts: Facts): CallToolResult {
  return { ...succeed(text, facts), isError: true }
}

/** With the facts as JSON text, which research connectors read. */
export function succeedInJson(facts: Facts): CallToolResult {
  return succeed(JSON.stringify(facts), facts)
}

/** Without redundant facts; the lists at the top level stay complete. */
export function inBrief(answer: CallToolResult): CallToolResult {
  return { ...answer, structuredContent: inBriefFacts((answer.structuredContent ?? {}) as Facts) }
}

/** Adds facts to an answer that doesn't have them. */
export function withFacts(answer: CallToolResult, facts: Facts): CallToolResult {
  return { ...answer, structuredContent: { ...facts, ...(answer.structuredContent as Facts) } }
}

/** Adds a notice about how the server interpreted an argument. */
export function withNotice(answer: CallToolResult, notice: string): CallToolResult {
  return {
    ...answer,
    content: [...answer.content, { type: 'text', text: withoutUnseen(notice) }],
    structuredContent: { ...(answer.structuredContent as Facts), notice },
  }
}
