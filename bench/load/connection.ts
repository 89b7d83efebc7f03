/** A minimal HTTP/1.1 keep-alive connection, one request at a time, so that the load generator costs little. */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Connection {
  get(path: string, headers: string): Promise<Answer>
  post(path: string, headers: string, body: string): Promise<Answer>
  close(): void
}

const HEAD_END = '\r\n\r\n'
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i

export function openConnection(port: number): Connection {
  let socket: Socket | undefined
  let received = ''
  let settle: ((answer: Answer) => void) | undefined
  let fail: ((error: Error) => void) | undefined

  const onData = (chunk: string) => {
    received += chunk
    const end = received.indexOf(HEAD_END)
    if (end === -1) return
    const length = Number(CONTENT_LENGTH.exec(received)?.[1] ?? 0)
    // latin1: a character is a byte
    const bodyAt = end + HEAD_END.length
    if (received.length < bodyAt + length) return
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(bodyAt, bodyAt + length) }
    received = ''
    settle?.(answer)
  }

  const open = () => {
    const fresh = connect({ port, host: '127.0.0.1', noDelay: true })
    fresh.setEncoding('latin1')
    fresh.on('data', onData)
    fresh.on('error', () => {})
    fresh.on('close', () => {
      if (socket === fresh) socket = undefined
      received = ''
      fail?.(new Error('The connection was closed'))
    })
    return fresh
  }

  const ask = (request: string) =>
    new Promise<Answer>((resolve, reject) => {
      settle = resolve
      fail = reject
      socket ??= open()
      socket.write(request)
    })

  return {
    get: (path, headers) => ask(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`),
    post: (path, headers, body) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}`
      return ask(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    },
    close: () => socket?.destroy(),
  }
}
