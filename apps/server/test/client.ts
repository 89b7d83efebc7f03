/** The web app's client with the calls that only its pages name. */
import { connectionRoutes } from '@flockwork/contract/agent-connection'
import { teamRoutes } from '@flockwork/contract/teams'
import { callsOf, createClient as createWebClient, type ClientOptions } from '../../web/src/api/client.ts'

export type Client = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const client = createWebClient(options)
  return {
    ...client,
    agents: { ...client.agents, ...callsOf(client.call, connectionRoutes) },
    teams: callsOf(client.call, teamRoutes),
  }
}
