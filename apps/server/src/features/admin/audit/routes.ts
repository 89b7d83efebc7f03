import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AuditFilters, adminAuditRoutes as routes } from '@flockwork/contract/admin/audit'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { mount, parsePart, requireAccess, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { exportAudit } from './export.ts'
import { listAudit } from './list.ts'
import * as repository from './repository.ts'
import { makeTicket, readTicket } from './ticket.ts'

export function auditApi(api: Api, services: AdminServices): void {
  const { db, clock } = services

  mount(api, routes.list, ({ query }) => listAudit(db, query))

  mount(api, routes.facets, async () => ({
    actions: await repository.distinctValues(db, 'action'),
    target_types: await repository.distinctValues(db, 'target_type'),
  }))

  mount(api, routes.link, async ({ actor, body, once }) => {
    await once((tx) => auditExport(tx, clock, actor, body))
    const { ticket, expiresAt } = makeTicket(services, actor, body)
    const search = new URLSearchParams({ ...(body as Record<string, string>), ticket })
    return { url: `${routes.export.path}?${search}`, expires_at: wireTime(new Date(expiresAt)) }
  })

  // not by `mount`: the answer is streamed line by line
  api.routes.push(routes.export)
  api.server.get(routes.export.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { username, filters } = await readerOf(api, services, request)
    const day = wireTime(new Date(clock.now())).slice(0, 10)
    const { background, key, address } = services
    const lines = exportAudit({ db: background, clock, key, address }, { filters, by: username })
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="flockwork-audit-${day}.jsonl"`)
      .send(Readable.from(lines, { objectMode: false }))
  })
}

/** The exporter and their filters. An export by a ticket is already audited. */
async function readerOf(
  api: Api,
  services: AdminServices,
  request: FastifyRequest,
): Promise<{ username: string; filters: AuditFilters }> {
  const { ticket } = request.query as { ticket?: unknown }
  const filtersIn = () => parsePart(AuditFilters, request.query, 'query') as AuditFilters
  if (typeof ticket === 'string' && request.headers.authorization === undefined) {
    const filters = filtersIn()
    return { ...(await readTicket(services, ticket, filters)), filters }
  }
  const admitted = await api.authGuard.admit(request, false)
  requireAccess(routes.export.access, admitted)
  // the route's access admits only people
  const actor = admitted as PersonActor
  const filters = filtersIn()
  await services.db.transaction().execute((tx) => auditExport(tx, services.clock, actor, filters))
  return { username: actor.username, filters }
}

function auditExport(tx: Tx, clock: Clock, { accountId }: PersonActor, filters: AuditFilters): Promise<void> {
  return audit(tx, clock, {
    actorId: accountId,
    action: 'audit_exported',
    target: { type: 'audit', id: 'log' },
    after: filters,
  })
}
