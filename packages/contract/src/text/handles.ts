/** A handle as it is stored: 3 to 32 of a-z, 0-9, `_`, `-`, a letter or digit first, no `-` last. */
export const HANDLE_PATTERN = /^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9_]$/

/** Chirpy's; nobody else can have it. */
export const GUIDE_HANDLE = 'chirpy'

/** Names that nobody can take: Chirpy's own, and words that would read as a role or as a call to everyone. */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set([
  GUIDE_HANDLE,
  'admin',
  'system',
  'here',
  'channel',
  'everyone',
  'all',
])

/** The stored form of a handle typed in any case: lower-case, without white space around it. */
export function normaliseHandle(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether `text` has the shape of a stored handle. People and agents share the one shape.
 *
 * Typed text goes through `normaliseHandle` first. A reserved word has the shape too: ask
 * `isReservedHandle` where a name is given out, not where one is looked up.
 */
export function isHandle(text: string): boolean {
  return HANDLE_PATTERN.test(text)
}

export function isReservedHandle(handle: string): boolean {
  return RESERVED_HANDLES.has(normaliseHandle(handle))
}
