/**
 * Serves the built web app: its files, and its page for every path that is not a call. Each page view gets a nonce for
 * styles; the one inline script is allowed by its hash (docs/rules/requests.md#headers).
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { isCallPath } from '@flockwork/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from './content-policy.ts'
import { sendRefusal } from '../platform/error-handler.ts'
import { NotFound } from '../platform/errors.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const NONCE = '__CSP_NONCE__'
const NONCE_BYTES = 18
/** What the build compressed, sent under the name of the file it was made of. */
const COMPRESSED = /\.(br|gz)$/

function isCall(method: string, path: string): boolean {
  return (method !== 'GET' && method !== 'HEAD') || isCallPath(path)
}

export async function installPages(server: FastifyInstance, folder = DIST): Promise<void> {
  const page = readPage(folder)
  if (page !== undefined) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      // the page itself is served below, with its nonce
      globIgnore: ['index.html', 'assets/**'],
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
    serveAssets(server, folder)
  }

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isFile = /\.[a-z0-9]+$/i.test(path)
    if (page === undefined || isCall(request.method, path) || isFile) {
      return sendRefusal(new NotFound('Not found'), request, reply)
    }
    return sendPage(page, request, reply)
  })
}

/** One route for hundreds of files, because a route for each slows every start. Serves only files that exist now. */
function serveAssets(server: FastifyInstance, folder: string): void {
  const names = new Set(readdirSync(`${folder}/assets`).filter((name) => !COMPRESSED.test(name)))
  server.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { isUncounted: true } },
    (request, reply) => {
      const name = request.params['*']
      return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
    },
  )
}

interface PageText {
  readonly html: string
  readonly scriptHashes: string
}

function readPage(folder: string): PageText | undefined {
  let html: string
  try {
    html = readFileSync(`${folder}/index.html`, 'utf8')
  } catch {
    // without a built web app the server still serves the API
    return undefined
  }
  const inline = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  const hashes = [...inline].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return { html, scriptHashes: hashes.join(' ') }
}

function sendPage(
  { html, scriptHashes }: PageText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  // a URL with an invite code isn't for search engines (docs/rules/spaces.md#joining)
  if (request.url.startsWith('/join/')) reply.header('x-robots-tag', 'noindex')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', contentPolicy({ scriptHashes, styleNonce: nonce }))
    .send(html.replaceAll(NONCE, nonce))
}
