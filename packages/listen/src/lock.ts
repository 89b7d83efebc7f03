/** One listener per journal. The operating system releases the lock when its process dies. */
import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Lock {
  release(): Promise<void>
}

/** @returns undefined while another process of this machine has the lock on that file. */
export async function lock(file: string): Promise<Lock | undefined> {
  const address = addressOf(path.join(await realpath(path.dirname(file)), path.basename(file)))
  let server = await listenAt(address)
  if (server === undefined && address.startsWith('/') && !(await isAnswered(address))) {
    // stale: its process died and left the socket file behind
    await unlink(address).catch(() => {})
    server = await listenAt(address)
  }
  if (server === undefined) return undefined
  const listening = server
  return { release: () => new Promise((resolve) => void listening.close(() => resolve())) }
}

/** A machine-wide name: a pipe on Windows, an abstract socket on Linux, a socket file elsewhere. */
function addressOf(file: string): string {
  const name = `flockwork-listen-${createHash('sha256').update(file).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return String.raw`\\.\pipe\${name}`
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), `${name}.sock`)
}

function listenAt(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
