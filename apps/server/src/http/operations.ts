/** Liveness, readiness, metrics and the API's description (docs/rules/requests.md#health). */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { openApiOf } from '@flockwork/contract/openapi'
import { invalid } from '../platform/errors.ts'
import { isMovable, type Clock } from '../platform/clock.ts'
import type { Api } from '../platform/mount.ts'
import { readBody } from '../platform/request-body.ts'
import { requireMetricsAccess } from './metrics-access.ts'
import type { Services } from '../services.ts'
import { VERSION } from '../version.ts'

export function operationsApi(api: Api, services: Services): void {
  const { server } = api

  server.get('/healthz', { config: { isUncounted: true } }, async () => ({ status: 'ok', version: VERSION }))

  server.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(services.db)
      await services.jobs.check()
      return { status: 'ready' }
    } catch (error) {
      services.onError(error)
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'not ready', reason: 'The database or the jobs in it can not be used now' })
    }
  })

  server.get('/metrics', async (request, reply) => {
    requireMetricsAccess(request, services.config)
    const { registry } = services.metrics
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  // built once, at the first request, when all routes are mounted
  let document: object | undefined
  server.get('/api/openapi.json', async () => {
    document ??= openApiOf(api.routes, VERSION)
    return document
  })

  if (services.config.environment === 'test') testClock(server, services.clock)
}

const MoveClock = z.object({ at: z.string() })

/** Under FLOCKWORK_ENV=test the clock can be moved. */
function testClock(server: FastifyInstance, clock: Clock): void {
  server.post('/test/clock', (request) => {
    const parsed = MoveClock.safeParse(readBody(request))
    const at = parsed.success ? Date.parse(parsed.data.at) : Number.NaN
    if (Number.isNaN(at)) throw invalid(['body', 'at'], 'Must be a time')
    if (isMovable(clock)) clock.moveTo(at)
    return { now: new Date(clock.now()).toISOString() }
  })
}
