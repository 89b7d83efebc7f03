/** One reader of an event stream that comes back with its position, and counts what is sent once too often. */
import { connect, type Socket } from 'node:net'
import { createFrameScanner } from './frame-scanner.ts'
import type { Target } from './job.ts'

export interface Reader {
  /** The number of the last event that arrived whole. */
  position(): number
  /** How many messages arrived since it began. */
  count(): number
  drop(): void
  close(): void
}

export interface Heard {
  begun(position: number): void
  message(seq: number, at: number): void
  repeated(): void
  /** It was told to begin anew: what lay between is lost to it. */
  reset(): void
  reconnected(): void
  bytes(count: number): void
}

const AGAIN_WITHIN_MS = 300
const BUFFER_BYTES = 256 * 1024

/** Read into and consumed at once, so one buffer serves every reader. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES)

export function openReader({ port, streamPath, posters }: Target, heard: Heard): Reader {
  const token = posters[0]?.token ?? null
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`
  let socket: Socket | undefined
  let position: number | undefined
  let count = 0
  let isClosed = false

  const onEvent = (isMessage: boolean, seq: number, at: number) => {
    if (!isMessage) {
      if (position === undefined) heard.begun(seq)
      else heard.reset()
      position = seq
      return
    }
    if (seq <= (position ?? 0)) return heard.repeated()
    position = seq
    count += 1
    heard.message(seq, at)
  }

  const open = () => {
    const scan = createFrameScanner(onEvent)
    const resume = position === undefined ? '' : `last-event-id: ${position}\r\n`
    const fresh = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback: (length) => {
          heard.bytes(length)
          scan(buffer.subarray(0, length), performance.now())
          return true
        },
      },
    })
    socket = fresh
    fresh.write(
      `GET ${streamPath} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n${authorization}${resume}\r\n`,
    )
    fresh.on('error', () => {})
    fresh.on('end', () => fresh.destroy())
    fresh.on('close', () => {
      if (isClosed) return
      setTimeout(() => {
        if (isClosed) return
        heard.reconnected()
        open()
      }, Math.random() * AGAIN_WITHIN_MS)
    })
  }
  open()

  return {
    position: () => position ?? -1,
    count: () => count,
    drop: () => socket?.destroy(),
    close() {
      isClosed = true
      socket?.destroy()
    },
  }
}
