/** The server's base URL, and the user's files. */
import { homedir } from 'node:os'
import path from 'node:path'
import { FatalError } from './errors.ts'

/** The URL's origin. @throws FatalError when it isn't an http(s) URL. */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new FatalError(`"${text}" is no address: it begins with http:// or https://`)
  }
  if (url.username !== '' || url.password !== '')
    throw new FatalError('The address must not contain a password')
  return url.origin
}

/** Whether a token would be sent unencrypted over a network. */
export function isReadableByOthers(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

export function configFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const name = 'flockwork-listen'
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(homedir(), 'AppData/Roaming'), name)
  if (env['XDG_CONFIG_HOME']) return path.join(env['XDG_CONFIG_HOME'], name)
  if (platform === 'darwin') return path.join(homedir(), 'Library/Application Support', name)
  return path.join(homedir(), '.config', name)
}

/** A file name for one agent of one server. */
export function fileNameOf(url: string, agent: string): string {
  return `${new URL(url).host}_${agent}`.replaceAll(/[^\w.-]/g, '_')
}
