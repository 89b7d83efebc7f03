/** A handle as it is stored: 3 to 32 of a-z, 0-9, `_`, `-`, a letter or digit first, no `-` last. */
export const HANDLE_PATTERN = /^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9_]$/

/** Chirpy's; nobody else can have it. */
export const GUIDE_HANDLE = 'chirpy'

/** Names that nobody can take: Chirpy's, and words that look like a role or a call to everyone. */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set([
  GUIDE_HANDLE,
  'admin',
  'system',
  'here',
  'channel',
  'everyone',
  'all',
])

/** The stored form of a handle: lower-case, trimmed. */
export function normaliseHandle(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether `text` has the format of a stored handle, which people and agents share.
 *
 * Typed text goes through `normaliseHandle` first. Reserved words have the format, too: check
 * `isReservedHandle` where a name is assigned, not where one is looked up.
 */
export function isHandle(text: string): boolean {
  return HANDLE_PATTERN.test(text)
}

export function isReservedHandle(handle: string): boolean {
  return RESERVED_HANDLES.has(normaliseHandle(handle))
}
