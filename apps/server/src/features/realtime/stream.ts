/**
 * One open event stream: bytes out, bounded. A live reader that can't keep up is cut off and resumes; a
 * replay waits for its reader.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { STREAM_UNSENT_MAX_BYTES } from '@flockwork/contract/limits'

export interface Stream {
  readonly isOpen: boolean
  /** Writes, and cuts the reader off when more than 1 MiB is unsent. */
  write(bytes: Buffer): void
  /** Writes and waits until the reader has taken what was written. */
  writeSlowly(bytes: Buffer): Promise<void>
  /** Ends the stream; the client reconnects with its position. */
  end(): void
  onClose(listener: () => void): void
}

const HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-accel-buffering': 'no',
}

export function openStream(response: ServerResponse, onCut: () => void): Stream {
  // no chunked framing: each write is one write of the socket
  response.useChunkedEncodingByDefault = false
  response.shouldKeepAlive = false
  response.writeHead(200, HEAD)
  response.socket?.setNoDelay(true)
  response.write(':\n\n')

  let isOpen = true
  response.on('close', () => {
    isOpen = false
  })
  response.on('error', () => {
    isOpen = false
  })

  return {
    get isOpen() {
      return isOpen
    },
    write(bytes) {
      if (!isOpen) return
      response.write(bytes)
      if (response.writableLength <= STREAM_UNSENT_MAX_BYTES) return
      isOpen = false
      onCut()
      response.destroy()
    },
    async writeSlowly(bytes) {
      if (!isOpen || response.write(bytes)) return
      await Promise.race([once(response, 'drain'), once(response, 'close')]).catch(() => {})
    },
    end() {
      if (!isOpen) return
      isOpen = false
      response.end()
    },
    onClose: (listener) => void response.on('close', listener),
  }
}
