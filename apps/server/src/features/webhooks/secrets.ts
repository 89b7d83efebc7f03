/** The secrets of webhooks, encrypted at rest and bound to their agent. */
import type { Clock } from '../../platform/clock.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { WebhookRow } from './repository.ts'

const nameOf = (agentId: string) => `webhook ${agentId}`

export function encryptSecret(encryption: Encryption, agentId: string, secret: string): string {
  return encryption.encrypt(nameOf(agentId), { secret })
}

/** The secrets to sign with: the current one, and for a while after a rotation the previous one. */
export function secretsOf(
  { encryption, clock }: { readonly encryption: Encryption; readonly clock: Clock },
  row: Pick<WebhookRow, 'agent_id' | 'secret' | 'old_secret' | 'old_secret_until'>,
): string[] {
  const { agent_id: agentId, secret, old_secret: old, old_secret_until: until } = row
  const isOldValid = old !== null && until !== null && until.getTime() > clock.now()
  return [secret, ...(isOldValid ? [old] : [])].map((stored) => {
    const { secret: plain } = encryption.decrypt(nameOf(agentId), stored) as { secret: string }
    return plain
  })
}
