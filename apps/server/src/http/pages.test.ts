import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { installPages } from './pages.ts'
import { installRequestBounds } from './request-bounds.ts'

const SCRIPT = "document.documentElement.dataset.theme = 'dark'"
const PAGE = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script>${SCRIPT}</script><div id="root"></div>`

async function withPages(files: Record<string, string> = { 'index.html': PAGE }) {
  const folder = await mkdtemp(join(tmpdir(), 'flockwork-pages-'))
  await mkdir(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const server = fastify()
  const counted: string[] = []
  installRequestBounds(server, { checkAddressLimit: ({ url }) => void counted.push(url) })
  await installPages(server, `${folder}/`)
  await server.ready()
  return {
    counted,
    get: (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', headers: Record<string, string> = {}) =>
      server.inject({ method, url, headers }),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const directivesOf = (policy: unknown) =>
  new Map(
    String(policy)
      .split('; ')
      .map((one) => [one.split(' ', 1)[0], one]),
  )

test('each page view has the strict content policy, with a fresh nonce', async () => {
  await using pages = await withPages()

  const [first, second] = [await pages.get('/'), await pages.get('/m/5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f')]

  const policy = directivesOf(first.headers['content-security-policy'])
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  const nonce = /content="([^"]+)"/.exec(first.body)?.[1] ?? ''
  expect(policy.get('default-src')).toBe("default-src 'self'")
  expect(policy.get('script-src')).toBe(`script-src 'self' 'sha256-${hash}'`)
  expect(policy.get('style-src')).toBe(`style-src 'self' 'nonce-${nonce}'`)
  expect(policy.get('img-src')).toBe("img-src 'self' data:")
  expect(policy.get('connect-src')).toBe("connect-src 'self'")
  expect(policy.get('object-src')).toBe("object-src 'none'")
  expect(policy.get('base-uri')).toBe("base-uri 'none'")
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(policy.get('form-action')).toBe("form-action 'self'")
  expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16)
  expect(second.body).not.toContain(nonce)
  expect(first.body).not.toContain('__CSP_NONCE__')
})

test('any path that is neither a call nor a file gets the page', async () => {
  await using pages = await withPages()

  for (const path of [
    '/',
    '/home',
    '/tasks',
    '/tasks/',
    '/agents',
    '/organizations/',
    '/help/connect-an-mcp-client',
    '/oauth/token',
    '/oauth/token/',
    '/oauth/success',
    '/consent/x',
    '/device',
    '/join/code',
    '/apix',
    '/assets',
    '/assets/',
  ]) {
    const { statusCode, headers } = await pages.get(path)
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
  }
  const nowhere = [
    '/api',
    '/api/',
    '/api/x',
    '/auth/x',
    '/posts/x',
    '/tasks/x',
    '/tasks/x/',
    '/demo/x',
    '/onboarding/x',
    '/mcp',
    '/oauth/x',
    '/.well-known/x',
    '/x.js',
    '/assets/x.js',
  ]
  for (const path of nowhere) {
    const { statusCode, headers } = await pages.get(path)
    expect([path, statusCode, headers['content-type']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
  }
  expect((await pages.get('/home', 'POST')).statusCode).toBe(404)
})

test('files are served, hashed ones as immutable, and nothing outside the folder', async () => {
  await using pages = await withPages({
    'index.html': PAGE,
    'assets/app-abc.js': '1',
    'favicon.svg': '<svg/>',
    'service-worker.js': '2',
  })

  const asset = await pages.get('/assets/app-abc.js')
  const head = await pages.get('/assets/app-abc.js', 'HEAD')
  const icon = await pages.get('/favicon.svg')
  const worker = await pages.get('/service-worker.js')

  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  expect([asset.body, head.statusCode, head.body]).toEqual(['1', 200, ''])
  expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  // a stale page would load an old app
  expect([worker.body, worker.headers['cache-control']]).toEqual(['2', 'no-cache'])
  expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
    '/index.html',
  ]) {
    const { body } = await pages.get(path)
    expect([path, body.includes('"name"'), body.includes('__CSP_NONCE__')]).toEqual([path, false, false])
  }
})

test('an asset is sent as the build compressed it, in the best way that the browser takes', async () => {
  await using pages = await withPages({
    'index.html': PAGE,
    'assets/app-abc.js': 'plain',
    'assets/app-abc.js.br': 'brotli',
    'assets/app-abc.js.gz': 'gzip',
    'assets/small-abc.js': 'small',
  })
  const sent = async (file: string, accepted: string) => {
    const { body, headers } = await pages.get(`/assets/${file}`, 'GET', { 'accept-encoding': accepted })
    expect([headers['content-type'], headers['vary']]).toEqual([
      expect.stringMatching(/javascript/),
      expect.stringMatching(/accept-encoding/i),
    ])
    return [headers['content-encoding'] ?? null, body]
  }

  expect(await sent('app-abc.js', 'gzip, deflate, br, zstd')).toEqual(['br', 'brotli'])
  expect(await sent('app-abc.js', 'gzip, deflate')).toEqual(['gzip', 'gzip'])
  expect(await sent('app-abc.js', 'identity')).toEqual([null, 'plain'])
  expect(await sent('small-abc.js', 'gzip, br')).toEqual([null, 'small'])
  expect((await pages.get('/assets/app-abc.js.br')).statusCode).toBe(404)
})

test('a server without a built web app answers 404 where pages would be', async () => {
  await using pages = await withPages({})

  expect((await pages.get('/')).statusCode).toBe(404)
})

test('a page counts towards the limit by address, and the files that it loads do not', async () => {
  await using pages = await withPages({ 'index.html': PAGE, 'assets/app.js': 'app' })

  for (const path of ['/', '/tasks', '/assets/app.js']) {
    expect([path, (await pages.get(path)).statusCode]).toEqual([path, 200])
  }

  expect(pages.counted).toEqual(['/', '/tasks'])
})

test('the page of an invite link is not for search engines', async () => {
  await using pages = await withPages()
  expect((await pages.get('/join/abc')).headers['x-robots-tag']).toBe('noindex')
  expect((await pages.get('/')).headers['x-robots-tag']).toBeUndefined()
})
