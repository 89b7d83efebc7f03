/**
 * The URL of an invite code. The page's own origin is the instance's public URL: the server responds at no
 * other (docs/rules/requests.md#origin-and-host).
 */
export function joinAddress(origin: string, code: string): string {
  return `${origin}/join/${encodeURIComponent(code)}`
}
