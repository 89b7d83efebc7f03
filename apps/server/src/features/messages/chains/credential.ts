import type { Actor } from '../../../platform/actor.ts'

/** The token or grant that an agent uses; null for people and the server's own agents. */
export function credentialOf(author: Actor): string | null {
  return author.kind === 'agent' ? (author.tokenId ?? author.grant?.id ?? null) : null
}
