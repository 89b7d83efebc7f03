/** Paths of the server, and of pages outside the shell. */
const OUTSIDE = /^\/(api|auth|docs|oauth|mcp|consent|device|reset|metrics|healthz|readyz|\.well-known)(\/|$)/

/** Whether a link to this path opens within the shell; otherwise the document is reloaded. */
export function opensInShell(path: string): boolean {
  return !OUTSIDE.test(path)
}
