/**
 * `/docs`, which redirects to the documentation, and `/api/docs`, the browsable
 * description of the API. Only this file knows the library behind that page: its script and styles come from the
 * installed package, the rest from `api-docs/`, and nothing from a third party.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { contentPolicy } from './content-policy.ts'
import type { Api } from '../platform/mount.ts'

const OWN_FOLDER = fileURLToPath(new URL('./api-docs/', import.meta.url))
const OWN_FILES = ['look.css', 'theme.js', 'start.js']
const LIBRARY_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']
const PAGE = '/api/docs'

/** @param docsUrl the operator's own documentation; null redirects to the help centre. */
export async function installDocumentation(api: Api, docsUrl: string | null): Promise<void> {
  const { server } = api
  server.get('/docs', async (_request, reply) => reply.redirect(docsUrl ?? '/help'))

  const page = await readFile(path.join(OWN_FOLDER, 'index.html'), 'utf8')
  server.get(PAGE, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentPolicy())
      .send(page),
  )
  await serve(api, OWN_FOLDER, OWN_FILES)
  await serve(api, libraryFolder(), LIBRARY_FILES)
}

/** Serves exactly these files of a folder, below the page's path. */
async function serve(api: Api, folder: string, names: readonly string[]): Promise<void> {
  await api.server.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, cacheControl: false })
    for (const name of names) {
      scope.get(`${PAGE}/${name}`, async (_request, reply) =>
        // revalidated each time, mostly by 304
        reply.header('cache-control', 'no-cache').sendFile(name),
      )
    }
  })
}

function libraryFolder(): string {
  return path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')))
}
