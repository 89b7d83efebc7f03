/**
 * Thousands of clients that send slowly, or nothing, cost a server little and don't slow others
 * (docs/rules/requests.md#connections).
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { SLOW_CONNECTIONS_PER_ADDRESS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call } from '../../apps/server/test/calls.ts'
import { newDatabase } from '../../apps/server/test/databases.ts'
import { createPeople, type Person } from '../../apps/server/test/people.ts'
import { percentile } from '../../bench/load/numbers.ts'
import { startProcess } from '../sync/server-process.ts'

const SLOW_CLIENTS = 2000
/** Fewer clients per address than its limit, or the limit alone would pass this test. */
const ADDRESSES = SLOW_CLIENTS / SLOW_CONNECTIONS_PER_ADDRESS
const AT_ONCE = 4
/** So many that one pause of the machine, which slows all calls in flight, is less than a hundredth of them. */
const CALLS = 150 * AT_ONCE
const WARM_UPS = 2
/** A socket and Node.js's state of its unfinished request take about 10 KiB, and the calls meanwhile need some, too. */
const MEMORY_PER_CLIENT_BYTES = 24 * 1024
/** What a wave may leak: a tenth of a socket for each of its clients. */
const LEFT_PER_CLIENT_BYTES = 1024
/** Times below this are noise. */
const P99_FLOOR_MS = 25
/** Rounds of the memory measurement. */
const WAVES = 3
/** Rounds of the latency measurement: other work on the machine may disturb one, but hardly all. */
const ROUNDS = 6

const HEAD = 'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
/** What each client sends first: nothing, a part of the headers, or a part of the body. */
const BEGINNINGS = ['', `${HEAD}x-slow: `, `${HEAD}content-length: 100000\r\n\r\n{"email":"`]
const TRICKLE_MS = 50
/** Each client sends a byte per second. */
const TRICKLE_PARTS = 20

interface SlowClients {
  readonly sockets: readonly Socket[]
  /** Resolves once each client that sends anything has sent another byte. */
  readonly trickled: Promise<void>
  stop(): void
}

async function openSlow(url: string): Promise<SlowClients> {
  const port = Number(new URL(url).port)
  const sockets: Socket[] = []
  for (let index = 0; index < SLOW_CLIENTS; index += 1) {
    const localAddress = `127.0.1.${1 + (index % ADDRESSES)}`
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    const beginning = BEGINNINGS[index % BEGINNINGS.length] ?? ''
    if (beginning !== '') socket.write(beginning)
  }
  const trickled = Promise.withResolvers<void>()
  let part = 0
  const timer = setInterval(() => {
    part += 1
    if (part > TRICKLE_PARTS) trickled.resolve()
    for (let index = part % TRICKLE_PARTS; index < sockets.length; index += TRICKLE_PARTS)
      if (index % BEGINNINGS.length !== 0) sockets[index]?.write('x')
  }, TRICKLE_MS)
  return {
    sockets,
    trickled: trickled.promise,
    stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The 99th percentile latency of well-behaved clients' calls, in milliseconds. */
async function p99Of(url: string, person: Person): Promise<number> {
  const token = person.token()
  const times: number[] = []
  let left = CALLS
  const callOn = async () => {
    while (left-- > 0) {
      const start = performance.now()
      const { status } =
        left % 3 === 0
          ? await call(url, 'POST', '/auth/messages', { token, json: { content: `call ${left}` } })
          : await call(url, 'GET', left % 3 === 1 ? '/auth/messages?limit=20' : '/auth/me', { token })
      expect([200, 201]).toContain(status)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, callOn))
  return percentile(times, 0.99)
}

/**
 * Runs the server's garbage collection, which V8 postpones while there is memory, so that only memory in use is
 * measured.
 */
async function collector(
  said: readonly string[],
): Promise<{ collect: () => Promise<void>; close: () => void }> {
  const address = said.join('\n').match(/^Debugger listening on (ws:\S+)$/m)?.[1] ?? ''
  const debug = new WebSocket(address)
  await once(debug, 'open')
  return {
    async collect() {
      debug.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
      await once(debug, 'message')
    },
    close: () => debug.close(),
  }
}

async function residentBytes(pid: number): Promise<number> {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}

const openOf = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed).length

// other systems have one loopback address, and no /proc
test.runIf(process.platform === 'linux')(
  `${SLOW_CLIENTS} slow clients: memory stays flat, others are served within twice the usual p99`,
  async () => {
    const database = await newDatabase()
    const said: string[] = []
    const server = await startProcess(
      { DATABASE_URL: database.url, LOG_LEVEL: 'silent', NODE_OPTIONS: '--inspect=0' },
      said,
    )
    const { url } = server
    const pid = server.process.pid ?? 0
    let closeDebugger = () => {}
    try {
      const { ana } = await createPeople(url).peopleInOneSpace('ana')
      await p99Of(url, ana)
      const { collect, close } = await collector(said)
      closeDebugger = close
      const usedBytes = async () => {
        await collect()
        return residentBytes(pid)
      }
      const before = await usedBytes()

      const times: Times[] = []
      for (let round = 0; round < ROUNDS && !times.some(isServed); round += 1) {
        // warm-up and the aftermath of the previous round aren't caused by the slow clients
        for (let warm = 0; warm < WARM_UPS; warm += 1) await p99Of(url, ana)
        const usualMs = await p99Of(url, ana)
        const slow = await openSlow(url)
        await slow.trickled
        const besideMs = await p99Of(url, ana)
        // after a long pause of the machine some connections have timed out, and the round measures nothing
        if (openOf(slow.sockets) === SLOW_CLIENTS) times.push({ usualMs, besideMs })
        slow.stop()
      }

      // one wave after the other, compared with the memory before: nothing may remain of earlier ones
      const grownBytes: number[] = []
      while (grownBytes.length < WAVES) {
        const slow = await openSlow(url)
        await slow.trickled
        grownBytes.push((await usedBytes()) - before)
        slow.stop()
      }

      const mebibytes = grownBytes.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(', ')
      const pairs = times.map(({ usualMs, besideMs }) => `${usualMs.toFixed(1)} and ${besideMs.toFixed(1)}`)
      const p99s = `p99 in ms without and with them, in undisturbed rounds: ${pairs.join(', ')}`
      console.info(`MiB more with ${SLOW_CLIENTS} slow clients: ${mebibytes}`)
      console.info(p99s)

      const memoryMax = SLOW_CLIENTS * MEMORY_PER_CLIENT_BYTES
      expect(grownBytes.filter((bytes) => bytes > memoryMax)).toEqual([])
      const [first = 0] = grownBytes
      const leftMax = (WAVES - 1) * SLOW_CLIENTS * LEFT_PER_CLIENT_BYTES
      expect((grownBytes.at(-1) ?? 0) - first).toBeLessThanOrEqual(leftMax)
      expect(times.some(isServed), p99s).toBe(true)
    } finally {
      // a process waits for its debugger before it exits
      closeDebugger()
      const exited = once(server.process, 'exit')
      server.process.kill('SIGTERM')
      await exited
      database.dropSoon()
    }
  },
)

interface Times {
  readonly usualMs: number
  readonly besideMs: number
}

function isServed({ usualMs, besideMs }: Times): boolean {
  return besideMs <= 2 * Math.max(usualMs, P99_FLOOR_MS)
}
