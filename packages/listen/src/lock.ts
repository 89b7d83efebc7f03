/** One listener a ledger. The system gives the lock back when its holder dies, however it dies. */
import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Lock {
  release(): Promise<void>
}

/** @returns undefined while another process of this machine holds the lock of that file. */
export async function lock(file: string): Promise<Lock | undefined> {
  const address = addressOf(path.join(await realpath(path.dirname(file)), path.basename(file)))
  let server = await listenAt(address)
  if (server === undefined && address.startsWith('/') && !(await isAnswered(address))) {
    // its holder died and left the file of the socket behind
    await unlink(address).catch(() => {})
    server = await listenAt(address)
  }
  if (server === undefined) return undefined
  const held = server
  return { release: () => new Promise((resolve) => void held.close(() => resolve())) }
}

/** A name of this machine: a pipe on Windows, a socket without a file on Linux, one with a file elsewhere. */
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
