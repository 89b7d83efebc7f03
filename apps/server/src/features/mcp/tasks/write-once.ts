/** Writes about tasks under the caller's key (docs/rules/requests.md#idempotency). */
import type { AgentActor } from '../../../platform/actor.ts'
import { withoutKey, type Once } from '../../../platform/idempotency.ts'
import type { ToolServices } from '../tools/tool.ts'

interface Keyed {
  /** Without one a repeated write is executed again. */
  readonly key: string | undefined
  /** What must be equal for a repeat to count as the same call. */
  readonly input: readonly unknown[]
}

/**
 * Executes a write, or returns the result of the first call with this key.
 * @throws IdempotencyMismatch for a key that was used for something else; whatever `write` throws.
 */
export async function writeOnce<Written>(
  { db, messages }: Pick<ToolServices, 'db' | 'messages'>,
  { accountId: callerId }: AgentActor,
  { key, input }: Keyed,
  write: (once: Once<unknown>) => Promise<Written>,
): Promise<Written> {
  if (key === undefined) return write(withoutKey(db))
  const bodyHash = JSON.stringify(['tasks', ...input])
  const shape = (answer: unknown) => answer
  // the stored answer is one of `write`
  return (await messages.runOnce({
    callerId,
    key,
    bodyHash,
    storesAnswer: true,
    shape,
    work: write,
  })) as Written
}
