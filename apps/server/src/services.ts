/** The composition root: builds each service once, and connects rooms that must not import each other. */
import { startCheckpoints } from './features/admin/index.ts'
import { createBreaker, createLedger } from './features/agents/index.ts'
import { createCatchUp } from './features/catch-up/index.ts'
import { ensureGuide, guideJobs, readArticles, startGuide } from './features/guide/index.ts'
import {
  declareManagedQueues,
  managedJobs,
  startManaged,
  type ManagedServices,
} from './features/managed/index.ts'
import { createReceipts } from './features/inbox/index.ts'
import { createMailbox, createWaits, endWaitsOfPausedAgents } from './features/mcp/index.ts'
import {
  createDirectory,
  createWriter,
  latestMessages,
  startWaitEnds,
  type MessageServices,
} from './features/messages/index.ts'
import { createHub } from './features/realtime/index.ts'
import { createIndexer, createSearch } from './features/search/index.ts'
import { startLoops } from './features/loops/index.ts'
import { listWorkers } from './features/tasks/index.ts'
import {
  createSend,
  declareWebhookQueues,
  startWebhooks,
  webhookJobs,
  webhookNotices,
  type WebhookServices,
} from './features/webhooks/index.ts'
import { createAuthGuard } from './http/auth-guard.ts'
import { cancelDeliveries } from './lifecycle/cancel-deliveries.ts'
import { startMaintenance } from './lifecycle/maintenance.ts'
import type { PersonActor } from './platform/actor.ts'
import { buildTasks } from './services/tasks.ts'
import { buildImports } from './services/imports.ts'
import { buildGuardrails } from './services/guardrails.ts'
import { buildRuns } from './services/runs.ts'
import { buildRecords } from './services/records.ts'
import { buildAgents } from './services/agents.ts'
import { buildCallers } from './services/callers.ts'
import { buildBase, type ServiceDeps } from './services/base.ts'
import { buildPeople, presentActor } from './services/people.ts'
import { VERSION } from './version.ts'

export type Services = Awaited<ReturnType<typeof buildServices>>

export async function buildServices(deps: ServiceDeps) {
  const base = await buildBase(deps)
  const { config, database, db, clock, logger, metrics, onError, address, deviceKey } = base
  const { bus, jobs, limits, callLimit, sessions, runOnce } = base
  const guideAgent = await ensureGuide({ db, clock })
  const articles = await readArticles()
  const { guard, ...guardrails } = buildGuardrails(base)

  const callers = buildCallers(base)
  const { activity, authenticator, connection, connectionRecorder, streams } = callers
  const { spaces, auth, account, provider } = buildPeople(base, guideAgent.accountId, guard)
  const { agents, control, oauth } = buildAgents(base, guard)
  const breaker = await createBreaker({ db, clock, bus, onError })
  const ledger = createLedger({
    db,
    clock,
    // built below
    waits: () => waits.counts(),
    streams: streams.ofAgents,
    onError,
  })
  const authGuard = createAuthGuard({
    authenticator,
    limits,
    callLimits: callLimit,
    db,
    runOnce,
    breaker,
    ledger,
    clock,
    onError,
  })

  const hub = createHub({ db, bus, clock, onError })
  const receipts = createReceipts({
    db,
    clock,
    onError,
    isPaused: (accountId) => breaker.pausedUntil(accountId) !== undefined,
  })
  const mailbox = createMailbox({ db, clock, receipts, breaker, onError })
  const waits = createWaits({ metrics, clock, bus })
  endWaitsOfPausedAgents({ db, bus, waits, onError })
  const search = createSearch({ database, clock })
  const catchUp = createCatchUp({ db, clock, address, onError })
  const indexer = createIndexer({ db: database.background, bus, onError })
  const writer = createWriter({
    database,
    clock,
    jobs,
    metrics,
    onCommitted: (events) => hub.offer(events),
    onPosted: ({ isByAgent, authorId, spaceId }) => {
      if (isByAgent) ledger.recordMessage(authorId, spaceId)
    },
  })

  await declareWebhookQueues(jobs)
  await declareManagedQueues(jobs)
  await startWaitEnds({ db, clock, jobs })
  const webhooks: WebhookServices = {
    db,
    clock,
    encryption: base.encryption,
    jobs,
    mailbox,
    breaker,
    send: createSend({ allowPrivate: config.webhookAllowPrivate, version: VERSION, clock }),
    allowPrivate: config.webhookAllowPrivate,
    invalidateAccount: sessions.invalidateAccount,
    announce: (accountId) => bus.publish({ kind: 'account_notice', accountId }),
    onError,
  }

  const messages: MessageServices = {
    db,
    clock,
    guard,
    writer,
    directory: createDirectory({ db, clock, bus }),
    jobs,
    jobsFor: guideJobs(guideAgent.accountId),
    webhookJobs: (agentIds) => [...webhookJobs(agentIds), ...managedJobs(agentIds)],
    workersOf: (spaceId, announcementId) => listWorkers(db, spaceId, announcementId),
    settleReceipts: receipts.settle,
    bounds: config.bounds,
    runOnce,
    breaker,
  }

  const { gateway, budgets, runs } = buildRuns(base, {
    messages,
    search,
    guardrails: { inspect: guardrails.inspect, settings: guardrails.settings },
  })

  await startMaintenance({ db: database.background, clock, jobs, onError })
  await startCheckpoints({
    db: database.background,
    clock,
    jobs,
    key: base.recordKey,
    log: base.securityLog.checkpoint,
  })
  await startGuide({
    publicUrl: address,
    jobs,
    messages,
    db,
    clock,
    guide: guideAgent,
    articles,
    runs,
    onWorking: async (spaceId, messageId, state) => {
      // presence is derived from an agent's calls, the guide's included
      activity.touch(guideAgent.accountId)
      await runs.publishWorking(guideAgent, { spaceId, messageId }, state)
    },
  })

  await startWebhooks({ ...webhooks, jobs })
  await startLoops({ ...messages, jobs })

  const managed: ManagedServices = {
    db,
    clock,
    guard,
    jobs,
    messages,
    budgets,
    runs,
    breaker,
    defaultModel: gateway.model,
    guideId: guideAgent.accountId,
    articles,
    publicUrl: address,
    invalidateAccount: sessions.invalidateAccount,
    cancelDeliveries: (tx, { agentId, ...cancelled }) =>
      cancelDeliveries({ clock }, tx, { recipientIds: [agentId], ...cancelled }),
    touch: (agentId) => activity.touch(agentId),
  }
  await startManaged({ ...managed, jobs })

  const records = buildRecords(base, guideAgent.accountId)
  const imports = await buildImports(base, spaces, guard)
  const tasks = await buildTasks({ messages, jobs, guide: guideAgent, onError })

  return {
    config,
    database,
    db,
    clock,
    logger,
    securityLog: base.securityLog,
    metrics,
    onError,
    address,
    authGuard,
    authenticator,
    auth,
    account,
    provider,
    deviceKey,
    spaces,
    agents,
    oauth: { ...oauth, otherNotices: (owner: PersonActor) => webhookNotices({ db, clock }, owner) },
    webhooks,
    control,
    admin: {
      db,
      clock,
      bus,
      guardrails,
      background: database.background,
      ticketKey: deviceKey,
      spaces,
      invalidateAccount: sessions.invalidateAccount,
      key: base.recordKey,
      address,
      gatewayState: gateway.state,
    },
    budgets,
    runs,
    managed,
    connection,
    connectionRecorder,
    activity,
    ledger,
    messages,
    tasks,
    records,
    imports: imports.services,
    search,
    catchUp,
    help: { db, clock, guideId: guideAgent.accountId, articles, publicUrl: address },
    hub,
    receipts,
    mcp: {
      db,
      bus,
      clock,
      hub,
      messages,
      tasks,
      search,
      budgets,
      catchUp,
      mailbox,
      waits,
      breaker,
      callLimits: callLimit,
      address,
      invalidateAccount: sessions.invalidateAccount,
      credentials: callers.mcpCredentials,
      watch: callers.watch,
      touch: (agentId: string) => activity.touch(agentId),
      publicUrl: config.publicUrl,
      version: VERSION,
      onError,
    },
    streams,
    bus,
    jobs,
    realtime: {
      db,
      clock,
      hub,
      metrics,
      streams,
      latest: (spaceId: string, limit: number) => latestMessages(db, spaceId, limit),
      onDelivered: receipts.record,
      pauses: breaker,
      identityOf: presentActor(auth, clock),
      onError,
    },
    /** Finishes the work in progress, in an order that loses nothing. */
    async stop() {
      streams.stop()
      await records.files.stop()
      await catchUp.composer.stop()
      breaker.stop()
      await imports.work.stop()
      runs.stop()
      await jobs.stop()
      await writer.stop()
      await indexer.stop()
      await hub.stop()
      await receipts.stop()
      await activity.stop()
      await ledger.stop()
      await connectionRecorder.stop()
      guardrails.settings.stop()
      await base.securityLog.flush()
      await limits.stop()
      await bus.stop()
    },
  }
}
