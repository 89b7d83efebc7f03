/**
 * Agents' tokens: `fw_agt_{id}_{secret}`, opaque, stored as SHA-256, shown once (docs/rules/agents.md#tokens). The
 * screen shows the first 50 and last 20 characters: the rest still has 256 bits.
 */
import { randomSecret } from '../../../platform/secrets.ts'

const PREFIX = 'fw_agt_'
/** 7 + 32 + 1 characters precede the secret; with 640 bits a token has 147. */
const SECRET_BITS = 640

export function makeToken(tokenId: string): string {
  return `${PREFIX}${tokenId.replaceAll('-', '')}_${randomSecret(SECRET_BITS)}`
}

/** Whether the text has the format of an agent's token, which may still be unknown or revoked. */
export function looksLikeAgentToken(text: string): boolean {
  return text.startsWith(PREFIX)
}
