/** Addresses of this site that are the server's, and pages that are shown without the shell. */
const OUTSIDE = /^\/(api|auth|docs|oauth|mcp|consent|device|reset|metrics|healthz|readyz|\.well-known)(\/|$)/

/** Whether a link to this path of our own opens in the shell; otherwise the document is loaded anew. */
export function opensInShell(path: string): boolean {
  return !OUTSIDE.test(path)
}
