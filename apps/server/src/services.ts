/** Builds each service once, and joins the rooms that must not know each other. */
import { presentActor } from './identity.ts'
import type { Config } from './config.ts'
import { needsSetupCode, publicUrl } from './config.ts'
import {
  createActivity,
  createAgentCredentials,
  createBreaker,
  placeAgents,
  type AgentCredentials,
  type AgentServices,
} from './features/agents/index.ts'
import {
  KEYS_CHANGED,
  createAccessTokens,
  createGuessing,
  createPasswords,
  createProviderClient,
  createSessions,
  loadInstanceKey,
  reissue,
  type AccountServices,
  type AuthServices,
  type ProviderServices,
} from './features/auth/index.ts'
import {
  createConnectionRecorder,
  createTestCredentials,
  watchExchanges,
  type TestServices,
} from './features/connection/index.ts'
import { createGuard } from './features/guardrails/index.ts'
import { ensureGuide, guideJobs, readArticles, startGuide } from './features/guide/index.ts'
import { createMarks } from './features/inbox/index.ts'
import { createMailbox, createWaits, endStoppedWaits } from './features/mcp/index.ts'
import {
  createDirectory,
  createWriter,
  latestMessages,
  type MessageServices,
} from './features/messages/index.ts'
import { createHub, createStreams } from './features/realtime/index.ts'
import {
  createAdapters,
  createDocumentFetch,
  createGrantCredentials,
  createProviders,
  endGrant,
  findLiveGrant,
  readGrantToken,
} from './features/oauth/index.ts'
import { createIndexer } from './features/search/index.ts'
import {
  createPersonalSpace,
  enterPersonalSpace,
  tellRenamed,
  type InviteServices,
} from './features/spaces/index.ts'
import { callLimits, createAuthenticator, createGate } from './gate.ts'
import { farewell, farewellOfAgent, standDown } from './farewell.ts'
import { startHousekeeping } from './housekeeping.ts'
import { undeliver } from './undelivered.ts'
import type { AgentActor } from './platform/actor.ts'
import { startBus } from './platform/bus.ts'
import { movableClock, systemClock, wireTime } from './platform/clock.ts'
import type { Database, Tx } from './platform/database.ts'
import { createRunOnce } from './platform/idempotency.ts'
import { startJobs } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import { createMetrics } from './platform/metrics.ts'
import { createRequestLimits } from './platform/rate-limit.ts'
import { createSealer } from './platform/sealing.ts'
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

  // the keys before anything that goes on running: a wrong SECRET_KEY ends the start
  const sealer = createSealer(config.secretKey)
  const deviceKey = await loadInstanceKey(db, 'cookie', sealer)
  const refreshKey = await loadInstanceKey(db, 'refresh', sealer)
  const lifetimeSeconds = config.accessTokenSeconds
  const tokens = await createAccessTokens({ db, clock, sealer, lifetimeSeconds, onError })

  const guard = createGuard()
  const bus = await startBus({ database, onError })
  const jobs = await startJobs({ url: databaseUrl, onError })
  const limits = createRequestLimits({ db, clock, onError })
  const guideAgent = await ensureGuide({ db, clock })
  const articles = await readArticles()

  bus.onStale((subject) => {
    if (subject === KEYS_CHANGED || subject === '*') tokens.forgetKeys()
  })
  const sessions = createSessions({ db, clock, bus, refreshKey })
  const guessing = createGuessing(database)
  const passwords = createPasswords(config.passwordCost)
  const callLimit = callLimits(config.rateLimitScale)

  const streams = createStreams({ bus, clock, metrics, onError })
  const activity = createActivity({
    db,
    clock,
    streaming: streams.accounts,
    tell: (events) => bus.pass(events.map((data) => ({ name: 'agent_presence', data }))),
    onError,
  })
  const { publicUrl: ownUrl } = config
  const grantCredentials = createGrantCredentials({ db, clock, tokens, activity, publicUrl: ownUrl, onError })
  const tokenCredentials = createAgentCredentials({ db, activity })
  /** An agent comes in by its own token, or by one that a person let a program have. */
  const agentCredentials: AgentCredentials = {
    agentOf: async (token) =>
      (await tokenCredentials.agentOf(token)) ?? (await grantCredentials.agentOf(token)),
  }
  const testCredentials = createTestCredentials({ db, clock })
  const connections = createConnectionRecorder({
    db,
    clock,
    readGrantToken: (token) => readGrantToken(tokens, token),
    onError,
  })
  const connection: TestServices = { db, clock, address, version: VERSION }
  const authenticator = createAuthenticator({ tokens, sessions, agents: agentCredentials, activity })
  const runOnce = createRunOnce({ db, clock, sign: deviceKey.sign })
  const breaker = await createBreaker({ db, clock, bus, onError })
  const gate = createGate({ authenticator, limits, callLimits: callLimit, runOnce, breaker, clock, onError })

  const hub = createHub({ db, bus, clock, onError })
  const marks = createMarks({
    db,
    clock,
    onError,
    isHeld: (accountId) => breaker.heldUntil(accountId) !== undefined,
  })
  const mailbox = createMailbox({ db, clock, marks, breaker, onError })
  const waits = createWaits({ metrics, clock, bus })
  endStoppedWaits({ db, bus, waits, onError })
  const indexer = createIndexer({ db, bus, onError })
  const writer = createWriter({ database, clock, jobs, metrics, onCommitted: (events) => hub.offer(events) })

  const messages: MessageServices = {
    db,
    clock,
    guard,
    writer,
    directory: createDirectory({ db, clock, bus }),
    jobs,
    jobsFor: guideJobs(guideAgent.accountId),
    runOnce,
    breaker,
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
    passwords,
    limits,
    policy: {
      registration: config.registration,
      passwordLogin: config.passwordLogin,
      providerLogin: config.github !== null,
      needsSetupCode: needsSetupCode(config),
      environment: config.environment,
      docsUrl: config.docsUrl,
      version: VERSION,
      registrationLimit: callLimit.registrations,
    },
    welcome: (tx, person) => createPersonalSpace({ clock, guideId: guideAgent.accountId }, tx, person),
  }

  const account: AccountServices = {
    db,
    clock,
    sessions,
    guessing,
    passwords,
    policy: auth.policy,
    address,
    tellRenamed: (tx, accountId) => tellRenamed({ clock }, tx, accountId),
    farewell: (tx, accountId) => farewell({ clock }, tx, accountId),
    standDown: (tx, accountId) => standDown({ clock }, tx, accountId),
  }

  const provider: ProviderServices | null = config.github && {
    auth,
    client: createProviderClient(config.github),
    adminEmails: config.adminEmails,
    goHome: (tx, accountId) => enterPersonalSpace(spaces, tx, accountId),
  }

  /** An agent that this server runs began on a message, or is done with it (decisions 13.18). */
  const tellWorking = async (
    agent: AgentActor,
    spaceId: string,
    messageId: string,
    state: 'started' | 'stopped',
  ): Promise<void> => {
    const data = {
      space_id: spaceId,
      at: wireTime(new Date(clock.now())),
      agent_id: agent.accountId,
      username: agent.username,
      message_id: messageId,
      state,
    }
    // what the work is about goes on whether or not others hear of it
    await bus.pass([{ name: 'agent_working', data }]).catch(onError)
  }

  const agents: AgentServices = {
    db,
    clock,
    guard,
    forgetAccount: sessions.forgetAccount,
    farewell: (tx, agentId, left) => farewellOfAgent({ clock }, tx, agentId, left),
    agentLimit: config.agentLimit,
    publicUrl: address,
  }
  const grants = { db, clock, bus }
  const oauth = {
    ...grants,
    agents,
    limits,
    publicUrl: ownUrl,
    providerAt: createProviders({
      clock,
      tokens,
      adapters: createAdapters({ db, clock, sealer, endGrant: (id) => endGrant(grants, id) }),
      findGrant: (id) => findLiveGrant(grants, id),
      fetchDocument: createDocumentFetch(),
      cookieSecret: deviceKey.sign('oauth cookies'),
      onError,
    }),
  }

  await startHousekeeping({ db, clock, jobs })
  await startGuide({
    jobs,
    messages,
    db,
    clock,
    guide: guideAgent,
    articles,
    onWorking: async (spaceId, messageId, state) => {
      // presence comes from what an agent really does, the guide's too
      activity.touch(guideAgent.accountId)
      await tellWorking(guideAgent, spaceId, messageId, state)
    },
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
    account,
    provider,
    deviceKey,
    spaces,
    agents,
    oauth,
    control: {
      db,
      clock,
      forgetAccount: sessions.forgetAccount,
      undeliver: (tx: Tx, agentIds: readonly string[], why: string) =>
        undeliver({ clock }, tx, agentIds, why),
    },
    connection,
    connectionRecorder: connections,
    activity,
    messages,
    help: { db, clock, guideId: guideAgent.accountId, articles, publicUrl: address },
    hub,
    marks,
    mcp: {
      db,
      bus,
      clock,
      hub,
      messages,
      mailbox,
      waits,
      breaker,
      address,
      forgetAccount: sessions.forgetAccount,
      credentials: {
        agentOf: async (token: string) =>
          (await agentCredentials.agentOf(token)) ?? (await testCredentials.agentOf(token)),
      },
      watch: watchExchanges(connections),
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
      holds: breaker,
      identityOf: presentActor(auth, clock),
      onError,
    },
    /** Finishes what was begun, in the order that loses nothing. */
    async stop() {
      streams.stop()
      breaker.stop()
      await jobs.stop()
      await writer.stop()
      await indexer.stop()
      await hub.stop()
      await marks.stop()
      await activity.stop()
      await connections.stop()
      await limits.stop()
      await bus.stop()
    },
  }
}
