/** Builds each service once, and joins the rooms that must not know each other. */
import { presentActor } from './identity.ts'
import type { Config } from './config.ts'
import { needsSetupCode, publicUrl } from './config.ts'
import { createActivity, createAgentCredentials, placeAgents } from './features/agents/index.ts'
import {
  createAccessTokens,
  createGuessing,
  createSessions,
  loadInstanceKey,
  reissue,
  type AuthServices,
} from './features/auth/index.ts'
import { createGuard } from './features/guardrails/index.ts'
import { ensureGuide, guideJobs, startGuide } from './features/guide/index.ts'
import { createMarks } from './features/inbox/index.ts'
import { createMailbox, createWaits } from './features/mcp/index.ts'
import {
  createDirectory,
  createWriter,
  latestMessages,
  type MessageServices,
} from './features/messages/index.ts'
import { createHub, createStreams } from './features/realtime/index.ts'
import { createPersonalSpace, type InviteServices } from './features/spaces/index.ts'
import { callLimits, createAuthenticator, createGate } from './gate.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startBus } from './platform/bus.ts'
import { movableClock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import { createRunOnce } from './platform/idempotency.ts'
import { startJobs } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import { createMetrics } from './platform/metrics.ts'
import { createRequestLimits } from './platform/rate-limit.ts'
import { VERSION } from './version.ts'

export type Services = Awaited<ReturnType<typeof buildServices>>

export interface ServiceNeeds {
  readonly config: Config
  readonly database: Database
  readonly databaseUrl: string
  readonly logger: Logger
  /** The port that the server is bound to, once it is. */
  readonly port: () => number
}

export async function buildServices({ config, database, databaseUrl, logger, port }: ServiceNeeds) {
  const { db } = database
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  const clock = config.environment === 'test' ? movableClock() : systemClock()
  const metrics = createMetrics()
  const address = () => publicUrl(config, port())

  const guard = createGuard()
  const bus = await startBus({ database, onError })
  const jobs = await startJobs({ url: databaseUrl, onError })
  const limits = createRequestLimits({ db, clock, onError })
  const guideAgent = await ensureGuide({ db, clock })

  const deviceKey = await loadInstanceKey(db, 'cookie')
  const refreshKey = await loadInstanceKey(db, 'refresh')
  const tokens = await createAccessTokens({ db, clock, lifetimeSeconds: config.accessTokenSeconds })
  const sessions = createSessions({ db, clock, bus, refreshKey })
  const guessing = createGuessing(database)
  const callLimit = callLimits(config.rateLimitScale)

  const streams = createStreams({ bus, clock, metrics, onError })
  const activity = createActivity({ db, clock, streaming: streams.accounts, onError })
  const agentCredentials = createAgentCredentials({ db, activity })
  const authenticator = createAuthenticator({ tokens, sessions, agents: agentCredentials, activity })
  const gate = createGate({
    authenticator,
    limits,
    callLimits: callLimit,
    runOnce: createRunOnce({ db, clock }),
  })

  const hub = createHub({ db, bus, onError })
  const marks = createMarks({ db, clock, onError })
  const mailbox = createMailbox({ db, clock, marks, onError })
  const waits = createWaits({ metrics })
  const writer = createWriter({ database, clock, jobs, metrics, onCommitted: (events) => hub.offer(events) })

  const messages: MessageServices = {
    db,
    clock,
    guard,
    writer,
    directory: createDirectory({ db, clock }),
    jobsFor: guideJobs(guideAgent.accountId),
  }

  const spaces: InviteServices = {
    db,
    clock,
    guideId: guideAgent.accountId,
    reissue: (actor) => reissue({ db, tokens }, actor),
    forgetAccount: sessions.forgetAccount,
    placeAgents: (tx, ownerId) => placeAgents(tx, ownerId, new Date(clock.now())),
    guessInviteCode: guessing.inviteCode,
  }

  const auth: AuthServices = {
    db,
    clock,
    tokens,
    sessions,
    guessing,
    limits,
    policy: {
      registration: config.registration,
      passwordLogin: config.passwordLogin,
      needsSetupCode: needsSetupCode(config),
      environment: config.environment,
      docsUrl: config.docsUrl,
      version: VERSION,
      registrationLimit: callLimit.registrations,
    },
    welcome: (tx, person) => createPersonalSpace({ clock, guideId: guideAgent.accountId }, tx, person),
  }

  await startHousekeeping({ db, clock, jobs })
  await startGuide({
    jobs,
    messages,
    db,
    clock,
    guide: guideAgent,
    // presence comes from what an agent really does, the guide's too
    onWorking: () => activity.touch(guideAgent.accountId),
  })

  return {
    config,
    database,
    db,
    clock,
    logger,
    metrics,
    onError,
    address,
    gate,
    authenticator,
    auth,
    deviceKey,
    spaces,
    agents: {
      db,
      clock,
      guard,
      forgetAccount: sessions.forgetAccount,
      agentLimit: config.agentLimit,
      publicUrl: address,
    },
    activity,
    messages,
    hub,
    marks,
    mcp: {
      db,
      clock,
      hub,
      messages,
      mailbox,
      waits,
      credentials: agentCredentials,
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
      onHanded: marks.handed,
      identityOf: presentActor(auth, clock),
      onError,
    },
    /** Finishes what was begun, in the order that loses nothing. */
    async stop() {
      streams.stop()
      await jobs.stop()
      await writer.stop()
      await hub.stop()
      await marks.stop()
      await activity.stop()
      await limits.stop()
      await bus.stop()
    },
  }
}
