/**
 * One open event stream with bounded buffers. A live reader that can't keep up is disconnected and resumes; a replay
 * waits for its reader (docs/rules/realtime.md#slow-readers).
 */
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { STREAM_UNSENT_MAX_BYTES } from '@flockwork/contract/limits'

export interface EventStream {
  readonly isOpen: boolean
  /** Writes, and disconnects the reader when more than 1 MiB is unsent. */
  write(bytes: Buffer): void
  /** Writes, and resolves when the reader has received it or is gone. */
  writeAndWait(bytes: Buffer): Promise<void>
  /** Ends the stream; the client reconnects with its cursor. */
  end(): void
  /** Calls `listener` once, when the stream closes; at once if it is closed already. */
  onClose(listener: () => void): void
}

const HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export function openEventStream(response: ServerResponse, onCut: () => void): EventStream {
  // no chunked framing: each write is one write of the socket
  response.useChunkedEncodingByDefault = false
  response.shouldKeepAlive = false
  response.writeHead(200, HEAD)
  response.socket?.setNoDelay(true)
  response.write(':\n\n')

  // without framing the socket's bytes are the body's, and the response's write corks each one: a tenth of
  // the CPU time of a delivery. A response that is queued behind another on its connection has no socket yet
  const sink: Writable = response.socket ?? response
  let isOpen = !response.closed
  /** Bytes of a running replay, which waits for its reader and never disconnects it. */
  let replayed = 0
  let isClosed = response.closed
  const listeners = new Set<() => void>()
  const close = () => {
    isOpen = false
    isClosed = true
    for (const listener of listeners) listener()
    listeners.clear()
  }
  response.on('close', close)
  // a response that is queued behind another on its connection gets no event when the connection ends
  response.req.socket.on('close', close)
  response.on('error', () => {
    isOpen = false
  })

  return {
    get isOpen() {
      return isOpen
    },
    write(bytes) {
      if (!isOpen) return
      // unsent bytes of earlier writes only: one large batch must not disconnect a reader that keeps up
      if (sink.writableLength - replayed <= STREAM_UNSENT_MAX_BYTES) return void sink.write(bytes)
      isOpen = false
      onCut()
      response.destroy()
    },
    async writeAndWait(bytes) {
      if (!isOpen) return
      replayed += bytes.length
      if (!sink.write(bytes)) await drained(sink)
      replayed -= bytes.length
    },
    end() {
      if (!isOpen) return
      isOpen = false
      response.end()
    },
    onClose(listener) {
      if (isClosed) listener()
      else listeners.add(listener)
    },
  }
}

/** Resolves when everything written was received, or the reader is gone. */
function drained(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done)
      sink.off('close', done)
      resolve()
    }
    sink.on('drain', done)
    sink.on('close', done)
  })
}
