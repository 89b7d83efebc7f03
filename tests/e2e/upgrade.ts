/**
 * A proxy between a browser and the product that upgrades the web app: the same app with other hashes in file names.
 */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Upgrading extends AsyncDisposable {
  /** The product's URL through the proxy. */
  readonly url: string
  /** From now on, serves only the other build. */
  upgrade(): void
  /** From now on, responds to a path with this status; without a status, not at all. */
  answer(path: string, status?: number): void
}

const HASHED = /-([\w-]{8})(?=\.(?:js|css|woff2)\b)/g
const BUILD_ID = /(?<="id":")\w+/
const REWRITTEN = /^(text\/|application\/javascript)/

const reversed = (hash: string) => [...hash].reverse().join('')
/** Swaps each hashed name with that of the other build; the builds have no name in common. */
export const renamed = (words: string) =>
  words.replaceAll(HASHED, (_all, hash: string) => `-${reversed(hash)}`).replace(BUILD_ID, reversed)

export async function startUpgrading(productUrl: string): Promise<Upgrading> {
  const answers = new Map<string, number | undefined>()
  let isUpgraded = false

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    const name = path.split('?', 1)[0] ?? path
    if (answers.has(name)) {
      const status = answers.get(name)
      if (status !== undefined) outgoing.writeHead(status, { 'cache-control': 'no-store' }).end()
      return
    }
    const asked = isUpgraded ? renamed(path) : path
    // not conditional: the browser's cached copy is from the other build
    const { 'if-none-match': _match, 'if-modified-since': _since, ...headers } = incoming.headers
    const onward = request(new URL(asked, productUrl), {
      method: incoming.method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const type = answer.headers['content-type'] ?? ''
    // uncached, or the browser's copies would hide that files are gone
    if (path.startsWith('/assets/')) answer.headers['cache-control'] = 'no-store'
    if (!isUpgraded || !REWRITTEN.test(type) || type.startsWith('text/event-stream')) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      return void answer.pipe(outgoing)
    }
    const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, rest).end(renamed(await text(answer)))
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    upgrade() {
      isUpgraded = true
    },
    answer: (path, status) => void answers.set(path, status),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
