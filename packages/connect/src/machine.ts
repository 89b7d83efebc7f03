/** This machine: the person's files, and the installed clients. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { FILE_CLIENTS, type FileClient, type System } from '@flockwork/contract/clients/setups'

export interface Machine {
  readonly system: System
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

export function systemOf(platform: NodeJS.Platform): System {
  if (platform === 'darwin') return 'macos'
  return platform === 'win32' ? 'windows' : 'linux'
}

/** Resolves the displayed path of a client's file to one on this machine. */
export function pathOf({ system, home, env }: Machine, client: FileClient, shown: string): string {
  if (client === 'claude-code' && env['CLAUDE_CONFIG_DIR']) {
    return path.join(env['CLAUDE_CONFIG_DIR'], '.claude.json')
  }
  if (client === 'codex' && env['CODEX_HOME']) return path.join(env['CODEX_HOME'], 'config.toml')
  const config = env['XDG_CONFIG_HOME']
  if (system === 'linux' && config && shown.startsWith('~/.config/')) {
    return path.join(config, shown.slice('~/.config/'.length))
  }
  const appData = env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming')
  return path.join(...shown.split(/[/\\]/).map((part) => ({ '~': home, '%APPDATA%': appData })[part] ?? part))
}

/** The folder of our own data, for undoing. */
export function ownFolder({ system, home, env }: Machine): string {
  if (system === 'windows')
    return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'flockwork')
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'flockwork')
}

/** The signs that a client is installed: a command in the path, or a folder that it creates. */
const SIGNS: Readonly<
  Record<FileClient, { readonly command?: string; readonly folders: readonly string[] }>
> = {
  'claude-code': { command: 'claude', folders: ['~/.claude'] },
  'claude-desktop': { folders: ['/Applications/Claude.app', '~/Applications/Claude.app'] },
  codex: { command: 'codex', folders: ['~/.codex'] },
  gemini: { command: 'gemini', folders: ['~/.gemini'] },
  cursor: { command: 'cursor', folders: ['~/.cursor', '/Applications/Cursor.app'] },
  'vs-code': { command: 'code', folders: ['/Applications/Visual Studio Code.app'] },
}

/** The clients on this machine, by their commands and folders. @param paths of their files */
export function findClients(machine: Machine, paths: Readonly<Record<FileClient, string>>): FileClient[] {
  return FILE_CLIENTS.filter((client) => {
    const { command, folders } = SIGNS[client]
    const file = paths[client]
    // for a file directly in the home folder, the folder is no sign
    const own = path.dirname(file) === machine.home ? [file] : [path.dirname(file)]
    const all = [...own, ...folders.map((folder) => folder.replace('~', machine.home))]
    return all.some((place) => existsSync(place)) || (command !== undefined && isCommand(machine, command))
  })
}

function isCommand({ system, env }: Machine, name: string): boolean {
  const endings = system === 'windows' ? ['.exe', '.cmd', '.bat'] : ['']
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return folders.some((folder) => endings.some((ending) => existsSync(path.join(folder, name + ending))))
}

/** A path for display. */
export function shownPath({ home }: Machine, file: string): string {
  return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file
}

/** Characters that no machine name needs, including all that a token's name may not contain. */
const NO_NAME = /[^\p{L}\p{N}._-]|\p{Default_Ignorable_Code_Point}/gu
/** With the client's name, a token's name then stays within the server's limit of 120. */
const HOST_CHARS = 40

/** A client on a machine, for the list of an agent's tokens: "Claude Code on heron". */
export function clientOn({ label }: { readonly label: string }, host: string): string {
  const name = Array.from(host.replaceAll(NO_NAME, '')).slice(0, HOST_CHARS).join('')
  return name === '' ? label : `${label} on ${name}`
}
