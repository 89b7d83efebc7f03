/** Answers of tools: the same facts as text for models, as structured content, and as lists at the top level. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { withoutUnseen } from './one-line.ts'

export type Facts = Readonly<Record<string, unknown>>

/** The lists are at the top level, too: older clients read them there. */
export function succeed(text: string, facts: Facts): CallToolResult {
  const lists = Object.entries(facts).filter(([, value]) => Array.isArray(value))
  const shown = withoutUnseen(text)
  return {
    ...Object.fromEntries(lists),
    content: [{ type: 'text', text: shown }],
    structuredContent: { ...facts },
  }
}

/** For bad input, a refusal or a limit: the text says what would work. */
export function refuse(text: string, facts: Facts): CallToolResult {
  return { ...succeed(text, facts), isError: true }
}

/** With the facts as its text: what research connectors read. */
export function succeedInJson(facts: Facts): CallToolResult {
  return succeed(JSON.stringify(facts), facts)
}

/** Adds facts to an answer that doesn't have them. */
export function withFacts(answer: CallToolResult, facts: Facts): CallToolResult {
  return { ...answer, structuredContent: { ...facts, ...(answer.structuredContent as Facts) } }
}

export function withNote(answer: CallToolResult, note: string): CallToolResult {
  return {
    ...answer,
    content: [...answer.content, { type: 'text', text: withoutUnseen(note) }],
    structuredContent: { ...(answer.structuredContent as Facts), note },
  }
}
