/** A TCP proxy between a browser and the product that a test can cut, silence and slow down. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Cable extends AsyncDisposable {
  /** The product's URL through the proxy. */
  readonly url: string
  /** Breaks all connections and rejects new ones. */
  cut(): void
  /** Open streams stay open but deliver nothing more; everything else passes. */
  silenceStreams(): void
  /** Delays all data, in each direction. */
  slowDown(ms: number): void
  mend(): void
}

interface Pair {
  readonly ends: readonly [Socket, Socket]
  isStream: boolean
  isSilent: boolean
}

const STREAM = 'GET /api/sse/messages'

export async function startCable(productUrl: string): Promise<Cable> {
  const port = Number(new URL(productUrl).port)
  const pairs = new Set<Pair>()
  let isCut = false
  let delayMs = 0

  const server = createServer((browser) => {
    browser.on('error', () => {})
    if (isCut) return void browser.destroy()
    const product = connect(port, '127.0.0.1')
    const pair: Pair = { ends: [browser, product], isStream: false, isSilent: false }
    pairs.add(pair)
    carry(pair, browser, product, (chunk) => (pair.isStream ||= chunk.includes(STREAM)))
    carry(pair, product, browser)
  })

  function carry(pair: Pair, from: Socket, to: Socket, look: (chunk: Buffer) => void = () => {}): void {
    // in order, whatever the delay of each
    let last: Promise<void> = Promise.resolve()
    const pass = (act: () => void) => {
      const until = Date.now() + delayMs
      const due = () => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, until - Date.now())))
      last = last.then(due).then(act)
    }
    from.on('data', (chunk) => {
      look(chunk)
      if (!pair.isSilent) pass(() => void (to.destroyed || to.write(chunk)))
    })
    from.on('error', () => {})
    from.on('close', () => {
      pairs.delete(pair)
      pass(() => void to.destroy())
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const breakAll = () => {
    for (const { ends } of pairs) for (const end of ends) end.destroy()
  }

  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut() {
      isCut = true
      breakAll()
    },
    silenceStreams() {
      for (const pair of pairs) pair.isSilent ||= pair.isStream
    },
    slowDown(ms) {
      delayMs = ms
    },
    mend() {
      isCut = false
      delayMs = 0
    },
    async [Symbol.asyncDispose]() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
