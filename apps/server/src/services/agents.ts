/** Agents: their owners' calls, their control, and OAuth for programs that act as them. */
import type { AgentServices } from '../features/agents/index.ts'
import {
  createAdapters,
  createDocumentFetch,
  createDocumentSupport,
  createProviders,
  createReachProbe,
  endGrant,
  findLiveGrant,
} from '../features/oauth/index.ts'
import { deleteAgent } from '../lifecycle/delete-agent.ts'
import type { Tx } from '../platform/database.ts'
import { cancelDeliveries } from '../lifecycle/cancel-deliveries.ts'
import type { BaseServices } from './base.ts'

export function buildAgents(base: BaseServices, guard: AgentServices['guard']) {
  const { config, db, clock, bus, encryption, deviceKey, tokens, limits, countIssue, address, onError } = base
  const { invalidateAccount } = base.sessions

  const agents: AgentServices = {
    db,
    clock,
    guard,
    invalidateAccount,
    announceCredential: (accountId) => bus.publish({ kind: 'account_notice', accountId }),
    deleteAgent: (actor, id, once) => deleteAgent({ db, clock, invalidateAccount }, actor, id, once),
    agentLimit: config.agentLimit,
    publicUrl: address,
  }

  const control = {
    db,
    clock,
    guard,
    invalidateAccounts: (ids: readonly string[]) =>
      bus.publish(ids.map((accountId) => ({ kind: 'account_changed', accountId }))),
    cancelDeliveries: (tx: Tx, agentIds: readonly string[], why: string) =>
      cancelDeliveries({ clock }, tx, { recipientIds: agentIds, why }),
  }

  const grants = { db, clock, bus }
  const oauth = {
    ...grants,
    agents,
    limits,
    countIssue,
    publicUrl: config.publicUrl,
    providerAt: createProviders({
      clock,
      tokens,
      adapters: createAdapters({
        db,
        clock,
        encryption,
        endGrant: (id, isReused) => endGrant(grants, id, isReused),
      }),
      findGrant: (id) => findLiveGrant(grants, id),
      fetchDocument: createDocumentFetch(),
      limits,
      documents: createDocumentSupport({
        setting: config.clientIdDocuments,
        probe: createReachProbe(),
        clock,
      }),
      cookieSecret: deviceKey.sign('oauth cookies'),
      onError,
    }),
  }

  return { agents, control, oauth }
}
