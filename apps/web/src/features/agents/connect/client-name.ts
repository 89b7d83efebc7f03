/** What clients call themselves in a handshake, and what their users call them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^claude-code\b/i, 'Claude Code'],
  [/^claude-ai\b/i, 'Claude'],
  [/^codex\b/i, 'Codex'],
  [/^gemini\b/i, 'Gemini'],
  [/^cursor\b/i, 'Cursor'],
  [/^visual studio code\b/i, 'VS Code'],
  [/^openai-mcp\b/i, 'ChatGPT'],
]

/** "Claude Code" for "claude-code 2.1.0"; a client that isn't known keeps its own name, with its version. */
export function clientName(client: string): string {
  return NAMES.find(([own]) => own.test(client))?.[1] ?? client
}
