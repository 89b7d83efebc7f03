/** Makes tool calls as a client of the protocol does, without the overhead of a real client. */
import { Agent, request, type IncomingMessage } from 'node:http'

export interface Caller {
  /**
   * Calls a tool and returns the response's body. `onSleep` requests progress notifications, and is called on the
   * first. @throws if the response isn't a success
   */
  call(tool: string, given: object, onSleep?: () => void): Promise<string>
  close(): void
}

/** Opens as many connections as there are concurrent calls. */
export function openCaller(port: number, path: string, token: string | null): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  let id = 0

  return {
    call(tool, given, onSleep) {
      id += 1
      const params = {
        name: tool,
        arguments: given,
        ...(onSleep !== undefined && { _meta: { progressToken: id } }),
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
      return new Promise((resolve, reject) => {
        const call = request(
          {
            port,
            path,
            agent,
            host: '127.0.0.1',
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          },
          (answer) => void read(answer, onSleep).then(resolve, reject),
        )
        call.on('error', reject)
        call.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

async function read(answer: IncomingMessage, onSleep: (() => void) | undefined): Promise<string> {
  let text = ''
  let sleeps = false
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    text += String(chunk)
    if (sleeps || !text.includes('notifications/progress')) continue
    sleeps = true
    onSleep?.()
  }
  if (answer.statusCode !== 200 || !text.includes('"result"') || text.includes('"isError":true')) {
    throw new Error(`A tool answered ${answer.statusCode}: ${text.slice(0, 300)}`)
  }
  return text
}
