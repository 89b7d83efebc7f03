/** Answers of tools, in three layers with the same facts: text for models, structure, and bare lists. */
import type { CallToolResult } from '@modelcontextprotocol/server'

export type Facts = Readonly<Record<string, unknown>>

/** Older listeners read the lists at the top level of the result. */
export function succeed(text: string, facts: Facts): CallToolResult {
  const lists = Object.entries(facts).filter(([, value]) => Array.isArray(value))
  return { ...Object.fromEntries(lists), content: [{ type: 'text', text }], structuredContent: { ...facts } }
}

/** Bad input, a refusal or a limit: the text says what would work. */
export function refuse(text: string, facts: Facts): CallToolResult {
  return { ...succeed(text, facts), isError: true }
}

/** The facts as the text, too: what research connectors read. */
export function succeedInJson(facts: Facts): CallToolResult {
  return succeed(JSON.stringify(facts), facts)
}

/** Beside what it has, these facts, too, where it says nothing of them. */
export function withFacts(answer: CallToolResult, facts: Facts): CallToolResult {
  return { ...answer, structuredContent: { ...facts, ...(answer.structuredContent as Facts) } }
}

export function withNote(answer: CallToolResult, note: string): CallToolResult {
  return {
    ...answer,
    content: [...answer.content, { type: 'text', text: note }],
    structuredContent: { ...(answer.structuredContent as Facts), note },
  }
}
