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
