/** Callers: credentials, presence, open streams, and the connection tests of agents. */
import { STREAMS_PER_ACCOUNT } from '@flockwork/contract/limits'
import { createActivity, createAgentCredentials, type AgentCredentials } from '../features/agents/index.ts'
import {
  createConnectionRecorder,
  createTestCredentials,
  watchExchanges,
  type TestServices,
} from '../features/connection/index.ts'
import { createGrantCredentials, readGrantToken } from '../features/oauth/index.ts'
import { createOpenStreams } from '../features/realtime/index.ts'
import { createAuthenticator, scaled } from '../http/auth-guard.ts'
import { VERSION } from '../version.ts'
import type { BaseServices } from './base.ts'

export function buildCallers({
  config,
  db,
  clock,
  bus,
  metrics,
  tokens,
  sessions,
  address,
  onError,
}: BaseServices) {
  const streams = createOpenStreams({
    bus,
    clock,
    metrics,
    accountMax: scaled(STREAMS_PER_ACCOUNT, config.rateLimitScale),
    onError,
  })
  const activity = createActivity({
    db,
    clock,
    streaming: streams.accounts,
    broadcast: (events) =>
      bus.publish(
        events.map(({ data, privateTo }) => ({
          kind: 'ephemeral',
          event: { name: 'agent_presence', data },
          privateTo,
        })),
      ),
    onError,
  })
  const { publicUrl } = config
  const grantCredentials = createGrantCredentials({ db, clock, tokens, activity, publicUrl, onError })
  const tokenCredentials = createAgentCredentials({ db, activity })
  /** Authenticates by an agent's own token, or by the OAuth token of a program that acts as the agent. */
  const agentCredentials: AgentCredentials = {
    agentOf: async (token) =>
      (await tokenCredentials.agentOf(token)) ?? (await grantCredentials.agentOf(token)),
  }
  const testCredentials = createTestCredentials({ db, clock })
  const connectionRecorder = createConnectionRecorder({
    db,
    clock,
    readGrantToken: (token) => readGrantToken(tokens, token),
    onError,
  })
  const connection: TestServices = { db, clock, recorder: connectionRecorder, address, version: VERSION }

  return {
    streams,
    activity,
    connection,
    connectionRecorder,
    watch: watchExchanges(connectionRecorder),
    authenticator: createAuthenticator({ tokens, sessions, agents: agentCredentials, activity }),
    /** The same for the MCP endpoint, which the server's own connection test calls, too. */
    mcpCredentials: {
      agentOf: async (token: string) =>
        (await agentCredentials.agentOf(token)) ?? (await testCredentials.agentOf(token)),
    },
  }
}
