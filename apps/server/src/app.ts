/** Mounts every room on one server. */
import { randomUUID } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { BODY_MAX_BYTES } from '@flockwork/contract/limits'
import { adminApi } from './features/admin/index.ts'
import { agentsApi, controlApi } from './features/agents/index.ts'
import { accountApi, authApi, providerApi } from './features/auth/index.ts'
import { budgetsApi } from './features/budgets/index.ts'
import { catchUpApi } from './features/catch-up/index.ts'
import { connectionApi } from './features/connection/index.ts'
import { demoApi } from './features/demo/index.ts'
import { guideApi } from './features/guide/index.ts'
import { importsApi } from './features/imports/index.ts'
import { managedApi } from './features/managed/index.ts'
import { inboxApi } from './features/inbox/index.ts'
import { loopsApi } from './features/loops/index.ts'
import { mcpApi } from './features/mcp/index.ts'
import { messagesApi } from './features/messages/index.ts'
import { mayBeAddressedTo, realtimeApi } from './features/realtime/index.ts'
import { runsApi } from './features/runs/index.ts'
import { oauthApi } from './features/oauth/index.ts'
import { recordsApi } from './features/records/index.ts'
import { searchApi } from './features/search/index.ts'
import { spacesApi } from './features/spaces/index.ts'
import { tasksApi } from './features/tasks/index.ts'
import { teamsApi } from './features/teams/index.ts'
import { webhooksApi } from './features/webhooks/index.ts'
import { CONNECTION_TIMEOUTS, installConnectionBounds } from './http/connections.ts'
import { servedPackagesApi } from './http/served-packages.ts'
import { installDocumentation } from './http/documentation.ts'
import { operationsApi } from './http/operations.ts'
import { requireOwnHost } from './http/own-host.ts'
import { installPages } from './http/pages.ts'
import { installCallContext } from './platform/call-context.ts'
import { installRequestBounds } from './http/request-bounds.ts'
import { PERMISSIONS_POLICY } from './platform/response-headers.ts'
import { installBodyParser } from './platform/request-body.ts'
import { installGracefulShutdown } from './http/graceful-shutdown.ts'
import { installErrorHandler, refuseUrl } from './platform/error-handler.ts'
import type { Api } from './platform/mount.ts'
import type { Services } from './services.ts'

/** Below this size, as for the frequent answers to a post, compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 4096
/** Event loop delay from which the server sheds load. */
const EVENT_LOOP_DELAY_MAX_MS = 5000

export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config, metrics, authGuard } = services
  const server: FastifyInstance = fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    ...CONNECTION_TIMEOUTS,
    trustProxy: trustedProxies(config.trustProxy),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: refuseUrl,
    // requests in flight are answered; idle connections are closed
    forceCloseConnections: 'idle',
  })

  installConnectionBounds(server, { clock: services.clock, isBehindProxy: config.trustProxy !== false })
  installBodyParser(server)
  installErrorHandler(server, services.logger)
  await server.register(fastifyCookie)
  await server.register(fastifyCompress, { threshold: COMPRESS_FROM_BYTES })
  await server.register(fastifyUnderPressure, {
    // under test the tests run in the same event loop
    maxEventLoopDelay: config.environment === 'test' ? 0 : EVENT_LOOP_DELAY_MAX_MS,
    retryAfter: 2,
  })
  await server.register(fastifyHelmet, {
    // pages have their own, with a nonce (http/pages.ts)
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // subdomains may not be ours
    strictTransportSecurity: services.address().startsWith('https:') && {
      includeSubDomains: config.hstsSubdomains,
    },
  })

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    // overridden by files and pages
    reply.header('cache-control', 'no-store')
    requireOwnHost(request, config)
  })
  installRequestBounds(server, authGuard)
  installCallContext(server, services.securityLog)
  server.addHook('onResponse', async (request, reply) => {
    metrics.requests.inc({ method: request.method, status: String(reply.statusCode) })
  })

  installGracefulShutdown(server, services.streams.endAll)

  /** Marks a reader's deliveries among the messages of a feed or thread that it was sent as delivered. */
  const onDelivered = (reader: string, spaceId: string, posts: readonly Message[]) => {
    const mine = posts.filter((post) => mayBeAddressedTo(post, reader))
    services.receipts.record(
      reader,
      spaceId,
      mine.map(({ id }) => id),
    )
  }
  const onTaskGiven = (reader: string, { space_id: spaceId, message_id: id }: Task) =>
    services.receipts.record(reader, spaceId, [id])
  const api: Api = { server, authGuard, routes: [] }
  const authDeps = { services: services.auth, deviceKey: services.deviceKey, publicUrl: config.publicUrl }
  authApi(api, authDeps)
  accountApi(api, { services: services.account, deviceKey: services.deviceKey })
  const { provider, logger } = services
  if (provider !== null) providerApi(api, { ...authDeps, provider, logger })
  spacesApi(api, services.spaces)
  agentsApi(api, services.agents)
  teamsApi(api, services.agents)
  controlApi(api, services.control)
  connectionApi(api, services.connection)
  messagesApi(api, { ...services.messages, onDelivered, workingIn: services.hub.workingIn })
  tasksApi(api, services.tasks)
  inboxApi(api, { db: services.db, clock: services.clock, onDelivered: services.receipts.record })
  loopsApi(api, services.messages)
  runsApi(api, services.runs)
  budgetsApi(api, services.budgets)
  searchApi(api, { search: services.search, onError: services.onError })
  catchUpApi(api, services.catchUp)
  webhooksApi(api, services.webhooks)
  mcpApi(api, { ...services.mcp, onDelivered, onTaskGiven })
  oauthApi(api, services.oauth)
  realtimeApi(api, {
    ...services.realtime,
    authenticate: services.authenticator.authenticate,
  })
  recordsApi(api, services.records)
  await importsApi(api, services.imports)
  adminApi(api, services.admin)
  guideApi(api, services.help)
  managedApi(api, services.managed)
  demoApi(api, { db: services.db, clock: services.clock, guard: services.messages.guard })
  operationsApi(api, services)
  servedPackagesApi(api, config.publicUrl)
  await installDocumentation(api, config.docsUrl)
  await installPages(server)
  return server
}

function trustedProxies(
  trusted: Services['config']['trustProxy'],
): NonNullable<FastifyServerOptions['trustProxy']> {
  if (trusted === false) return false
  // one hop: trusting every hop would let a caller choose its address
  if (trusted === true) return trustedProxies(1)
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return [...trusted]
}
