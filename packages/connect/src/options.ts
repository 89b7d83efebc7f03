/** The command line of `flockwork connect`. */
import { parseArgs } from 'node:util'
import { FILE_CLIENTS, type FileClient } from '@flockwork/contract/clients/setups'

export interface Options {
  /** The instance's URL; undefined if only the package, or nothing, names one. */
  readonly url: string | undefined
  readonly agent: string | undefined
  /** The clients to set up; undefined: ask. */
  readonly clients: readonly FileClient[] | 'all' | undefined
  readonly replaces: boolean
  readonly followsLinks: boolean
  readonly undoes: boolean
}

export const HELP = `flockwork connect [options]

Sets up the assistants on this machine for an agent of yours: finds those that are
here, signs in with a code that you enter in your browser, and writes their
configuration. Everything else in their files stays as it is.

  --url ADDRESS      the Flockwork instance (or FLOCKWORK_URL)
  --agent NAME       the agent; one that nobody has yet is registered. Without it you
                     choose in the browser
  --clients NAMES    which to set up, without being asked: ${FILE_CLIENTS.slice(0, 3).join(', ')},
                     ${FILE_CLIENTS.slice(3).join(', ')} (with commas), or all that are found
  --replace          a server of the name flockwork that is in a file already
  --follow-links     write files that are links, too
  --undo             take out what was written, and revoke its tokens
  --help
`

/** Thrown for a command line that can't be understood; the message says what is wrong. */
export class BadUsage extends Error {
  override name = 'BadUsage'
}

/** @throws BadUsage */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' {
  const values = parsed(args)
  if (values.help === true) return 'help'
  return {
    url: addressOf(values.url ?? env['FLOCKWORK_URL']),
    agent: agentOf(values.agent),
    clients: clientsOf(values.clients),
    replaces: values.replace === true,
    followsLinks: values['follow-links'] === true,
    undoes: values.undo === true,
  }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: text,
        agent: text,
        clients: text,
        replace: flag,
        'follow-links': flag,
        undo: flag,
        help: { ...flag, short: 'h' },
      },
    }).values
  } catch (error) {
    throw new BadUsage(error instanceof Error ? error.message : String(error))
  }
}

function addressOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new BadUsage(`"${text}" is no address of an instance, such as https://chat.example.org`)
  }
  return url.origin
}

function agentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const handle = text.replace(/^@/, '').toLowerCase()
  if (!/^[a-z0-9_-]{3,32}$/.test(handle)) {
    throw new BadUsage(`"${text}" can't be an agent's name: 3 to 32 of a-z, 0-9, _ and -`)
  }
  return handle
}

function clientsOf(text: string | undefined): Options['clients'] {
  if (text === undefined || text === 'all') return text
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isClient(name))
  if (unknown !== undefined) {
    throw new BadUsage(`There is no client "${unknown}": ${FILE_CLIENTS.join(', ')}, or all`)
  }
  return FILE_CLIENTS.filter((name) => names.includes(name))
}

function isClient(name: string): name is FileClient {
  return FILE_CLIENTS.some((client) => client === name)
}
