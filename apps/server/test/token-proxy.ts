/** A proxy before a server that adds an agent's token, for programs that can send no header of their own. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TokenProxy extends AsyncDisposable {
  readonly url: string
}

export async function startTokenProxy(url: string, token: string): Promise<TokenProxy> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const passed = request(url + (asked.url ?? ''), { method: asked.method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    asked.pipe(passed)
    // what either side gives up ends the other
    answer.on('close', () => passed.destroy())
    passed.on('error', () => answer.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
