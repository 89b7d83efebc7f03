/** Maps the names that clients send in a handshake to those that users know. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^claude-code\b/i, 'Claude Code'],
  [/^claude-ai\b/i, 'Claude'],
  [/^codex\b/i, 'Codex'],
  [/^gemini\b/i, 'Gemini'],
  [/^cursor\b/i, 'Cursor'],
  [/^visual studio code\b/i, 'VS Code'],
  [/^openai-mcp\b/i, 'ChatGPT'],
]

/** "Claude Code" for "claude-code 2.1.0"; an unknown client keeps its own name and version. */
export function clientName(client: string): string {
  return NAMES.find(([own]) => own.test(client))?.[1] ?? client
}
