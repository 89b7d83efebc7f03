/** Agents: their owners' calls, their control, and the programs that people let act as them. */
import type { AgentServices } from '../features/agents/index.ts'
import {
  createAdapters,
  createDocumentFetch,
  createProviders,
  endGrant,
  findLiveGrant,
} from '../features/oauth/index.ts'
import { onAgentDeleted } from '../lifecycle/deletion.ts'
import type { Tx } from '../platform/database.ts'
import { cancelDeliveries } from '../lifecycle/cancel-deliveries.ts'
import type { Ground } from './ground.ts'

export function buildAgents(ground: Ground, guard: AgentServices['guard']) {
  const { config, db, clock, bus, encryption, deviceKey, tokens, limits, sessions, address, onError } = ground

  const agents: AgentServices = {
    db,
    clock,
    guard,
    invalidateAccount: sessions.invalidateAccount,
    onAgentDeleted: (tx, agentId, left) => onAgentDeleted({ clock }, tx, agentId, left),
    agentLimit: config.agentLimit,
    publicUrl: address,
  }

  const control = {
    db,
    clock,
    guard,
    invalidateAccount: sessions.invalidateAccount,
    cancelDeliveries: (tx: Tx, agentIds: readonly string[], why: string) =>
      cancelDeliveries({ clock }, tx, agentIds, why),
  }

  const grants = { db, clock, bus }
  const oauth = {
    ...grants,
    agents,
    limits,
    publicUrl: config.publicUrl,
    providerAt: createProviders({
      clock,
      tokens,
      adapters: createAdapters({ db, clock, encryption, endGrant: (id) => endGrant(grants, id) }),
      findGrant: (id) => findLiveGrant(grants, id),
      fetchDocument: createDocumentFetch(),
      cookieSecret: deviceKey.sign('oauth cookies'),
      onError,
    }),
  }

  return { agents, control, oauth }
}
