import type { FastifyRequest } from 'fastify'
import { importRoutes as routes } from '@flockwork/contract/imports'
import { IMPORT_PART_BYTES } from '@flockwork/contract/limits'
import type { Actor } from '../../platform/actor.ts'
import { mount, type Api, type AuthGuard } from '../../platform/mount.ts'
import { acceptBodies } from '../../platform/request-body.ts'
import { inviteImported, listImportedPeople } from './claiming/imported.ts'
import {
  cancelImport,
  createImport,
  listImports,
  readImport,
  startImport,
  acceptPart,
  type ImportServices,
} from './service.ts'

export async function importsApi(api: Api, services: ImportServices): Promise<void> {
  mount(api, routes.list, async ({ actor }) => ({ imports: await listImports(services, actor) }))
  mount(api, routes.create, ({ actor, body, once }) => createImport(services, actor, body, once))
  mount(api, routes.get, async ({ actor, params }) => ({
    import: await readImport(services, actor, params.id),
  }))
  mount(api, routes.start, ({ actor, params, body, once }) =>
    startImport(services, actor, { id: params.id, ...body }, once),
  )
  mount(api, routes.cancel, ({ actor, params, once }) => cancelImport(services, actor, params.id, once))
  mount(api, routes.people, ({ actor, params, query }) =>
    listImportedPeople(services, actor, params.id, query),
  )
  mount(api, routes.invite, ({ actor, params, body, once }) =>
    inviteImported(
      services,
      actor,
      { spaceId: params.id, personId: params.person_id, expiresHours: body?.expires_hours },
      once,
    ),
  )
  await api.server.register(async (scope) => mountUpload({ ...api, server: scope }, services))
}

/** Parts are bytes, and larger than other bodies: the caller is authenticated before one is read. */
function mountUpload(api: Api, services: ImportServices): void {
  acceptBodies(api.server, '*', IMPORT_PART_BYTES)
  const admitted = new WeakMap<FastifyRequest, Actor>()
  api.server.addHook('preParsing', async (request) => {
    admitted.set(request, await api.authGuard.admit(request, false))
  })
  const authGuard: AuthGuard = {
    ...api.authGuard,
    admit: async (request, ...rest) => admitted.get(request) ?? api.authGuard.admit(request, ...rest),
  }
  mount({ ...api, authGuard }, routes.upload, async ({ actor, params, query, request }) => ({
    import: await acceptPart(services, actor, {
      id: params.id,
      offset: query.offset,
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    }),
  }))
}
