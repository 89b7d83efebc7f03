/** One URL for a server that restarts, as behind a reverse proxy. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** Sets the server behind it; undefined for none. */
  routeTo(url: string | undefined): void
}

export async function openProxy(): Promise<Proxy> {
  let port: number | undefined
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    open.add(caller)
    caller.on('error', () => {})
    caller.on('close', () => open.delete(caller))
    if (port === undefined) return void caller.destroy()
    const product = connect(port, '127.0.0.1')
    product.on('error', () => caller.destroy())
    product.on('close', () => caller.destroy())
    caller.on('close', () => product.destroy())
    caller.pipe(product).pipe(caller)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routeTo(url) {
      port = url === undefined ? undefined : Number(new URL(url).port)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
