/**
 * The credential of a connection test: valid for a minute, only at the MCP endpoint, and only for the requests that a
 * test makes. It isn't a token of the agent: it is never listed, and using it leaves no trace.
 */
import { CONNECTION_TEST_CREDENTIAL_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { Conflict } from '../../platform/errors.ts'
import { randomSecret, sha256 } from '../../platform/secrets.ts'
import { actorOf, requireActive, type AgentCredentials } from '../agents/index.ts'
import * as repository from './repository.ts'

const PREFIX = 'fw_test_'
const SECRET_BITS = 256

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export function isTestCredential(token: string | undefined): boolean {
  return token?.startsWith(PREFIX) === true
}

/**
 * Runs `test` with a credential that is revoked when it ends.
 * @throws Conflict while another test of the agent runs.
 */
export async function withTestCredential<T>(
  { db, clock }: Deps,
  agentId: string,
  test: (credential: string) => Promise<T>,
): Promise<T> {
  const credential = PREFIX + randomSecret(SECRET_BITS)
  const hash = sha256(credential)
  const now = clock.now()
  const expiresAt = new Date(now + CONNECTION_TEST_CREDENTIAL_MS)
  const hasStarted = await repository.beginTest(db, { agentId, hash, now: new Date(now), expiresAt })
  if (!hasStarted) throw new Conflict('This connection is being tested already')
  try {
    return await test(credential)
  } finally {
    await repository.endTest(db, hash)
  }
}

/** For the MCP endpoint only. */
export function createTestCredentials({ db, clock }: Deps): AgentCredentials {
  return {
    async agentOf(token) {
      if (!isTestCredential(token)) return undefined
      const row = await repository.findAgentOfTest(db, sha256(token), new Date(clock.now()))
      if (row === undefined) return undefined
      requireActive(row)
      return actorOf(row, { scopes: ['mcp'], tokenId: null, grant: null })
    },
  }
}
