/** A client of the event stream that reconnects with its cursor and counts repeated events. */
import { connect, type Socket } from 'node:net'
import { createFrameScanner } from './frame-scanner.ts'
import type { Target } from './job.ts'

export interface Reader {
  /** The seq of the last complete event. */
  cursor(): number
  /** Messages received so far. */
  count(): number
  drop(): void
  close(): void
}

export interface ReaderEvents {
  started(cursor: number): void
  message(seq: number, at: number): void
  repeated(): void
  /** The server sent a bootstrap instead of a replay: events in between are lost. */
  reset(): void
  reconnected(): void
  bytes(count: number): void
}

const AGAIN_WITHIN_MS = 300
const BUFFER_BYTES = 256 * 1024

/** Filled and consumed synchronously, so all readers share it. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES)

export function openReader({ port, streamPath, posters }: Target, events: ReaderEvents): Reader {
  const token = posters[0]?.token ?? null
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`
  let socket: Socket | undefined
  let cursor: number | undefined
  let count = 0
  let isClosed = false

  const onEvent = (isMessage: boolean, seq: number, at: number) => {
    if (!isMessage) {
      if (cursor === undefined) events.started(seq)
      else events.reset()
      cursor = seq
      return
    }
    if (seq <= (cursor ?? 0)) return events.repeated()
    cursor = seq
    count += 1
    events.message(seq, at)
  }

  const open = () => {
    const scan = createFrameScanner(onEvent)
    const resume = cursor === undefined ? '' : `last-event-id: ${cursor}\r\n`
    const fresh = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback: (length) => {
          events.bytes(length)
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
        events.reconnected()
        open()
      }, Math.random() * AGAIN_WITHIN_MS)
    })
  }
  open()

  return {
    cursor: () => cursor ?? -1,
    count: () => count,
    drop: () => socket?.destroy(),
    close() {
      isClosed = true
      socket?.destroy()
    },
  }
}
