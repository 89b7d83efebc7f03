/** Stream clients that lose their connection at random and resume. */
import { get } from 'node:http'

export interface Reader {
  /** The messages' contents, in order of arrival. */
  readonly received: readonly string[]
  /** Bootstraps after the first one. */
  readonly resets: number
  readonly connections: number
  /** Resolves when the first stream is open: from then on nothing may be missed. */
  readonly started: Promise<void>
  /** Resolves when this many messages have arrived; the reader then stays disconnected. */
  receives(count: number): Promise<void>
  stop(): void
}

interface Options {
  /** The URL of the next connection; may wait for a server to restart. */
  readonly address: () => Promise<string>
  readonly token: string
  readonly spaceId: string
  /** The number of events after which the connection is cut. */
  readonly eventsToCut: () => number
  /** Sends the token in the URL instead of the header. */
  readonly tokenInAddress?: boolean
}

const FRAME = /^(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)$/s

export function startReader({
  address,
  token,
  spaceId,
  eventsToCut,
  tokenInAddress = false,
}: Options): Reader {
  const received: string[] = []
  const waiting = new Set<() => void>()
  let lastId: string | undefined
  let resets = 0
  let connections = 0
  let isStopped = false
  let cut = () => {}
  let begin = () => {}
  const started = new Promise<void>((resolve) => (begin = resolve))

  const take = (frame: string) => {
    const [, id, name, data = ''] = FRAME.exec(frame) ?? []
    if (name === 'bootstrap' && lastId !== undefined) resets++
    if (id !== undefined) lastId = id
    if (name === 'bootstrap') begin()
    if (name !== 'message') return
    const { action, message } = JSON.parse(data) as { action: string; message: { content: string } }
    if (action === 'created') received.push(message.content)
  }

  const readOnce = (base: string) =>
    new Promise<void>((resolve) => {
      let left = eventsToCut()
      let text = ''
      const query = `?org_id=${spaceId}${tokenInAddress ? `&token=${token}` : ''}`
      const headers = {
        ...(!tokenInAddress && { authorization: `Bearer ${token}` }),
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      }
      const request = get(`${base}/api/sse/messages${query}`, { headers, agent: false }, (response) => {
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          const frames = text.split('\n\n')
          text = frames.pop() ?? ''
          for (const frame of frames) {
            if (left <= 0 || isStopped) {
              request.destroy()
              break
            }
            take(frame)
            left--
          }
          for (const look of waiting) look()
        })
        response.on('close', resolve)
        response.on('error', () => {})
      })
      request.on('error', () => resolve())
      request.on('close', resolve)
      cut = () => request.destroy()
    })

  const run = async () => {
    while (!isStopped) {
      const base = await address()
      connections++
      await readOnce(base)
    }
  }
  const running = run()

  return {
    received,
    started,
    get resets() {
      return resets
    },
    get connections() {
      return connections
    },
    receives: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        running.then(() => reject(new Error(`Stopped at ${received.length} of ${count}`)), reject)
      }),
    stop() {
      isStopped = true
      cut()
    },
  }
}

/** Seeded pseudorandom numbers, the same in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
