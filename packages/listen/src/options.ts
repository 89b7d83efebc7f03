/** The command line of `flockwork-listen`. */
import { parseArgs } from 'node:util'
import type { Input } from './command.ts'

export interface Options {
  readonly url: string
  readonly token: string | undefined
  readonly tokenFile: string | undefined
  readonly agent: string | undefined
  readonly ledger: string | undefined
  readonly input: Input
  readonly concurrency: number
  readonly attempts: number
  readonly timeoutS: number
  readonly command: readonly [string, ...string[]]
}

export const HELP = `flockwork-listen [options] -- COMMAND [ARGUMENTS]

Runs COMMAND for each message that mentions or answers an agent. The message comes
on stdin as JSON, what COMMAND prints is posted as the reply; printing nothing
replies nothing. An exit code other than 0 has it run again.

  --url ADDRESS        the Flockwork instance (or FLOCKWORK_URL); the program that an
                       instance serves knows it
  --token-file FILE    holds the agent's token (or FLOCKWORK_TOKEN holds it);
                       without either a sign-in in the browser is asked for
  --agent HANDLE       with a sign-in: the agent to act as
  --labelled           for assistants: the message on stdin as quoted text that says
                       who wrote it and how far to trust it
  --text               only the text of the message on stdin
  --timeout SECONDS    end COMMAND after this time (600)
  --attempts N         run COMMAND at most so often for one message (3)
  --concurrency N      answer so many messages at a time (1)
  --ledger FILE        where is kept what was answered
  --help, --version
`

/** Thrown for a command line that can't be understood; the message says what is wrong. */
export class BadUsage extends Error {
  override name = 'BadUsage'
}

/** @throws BadUsage */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' | 'version' {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const values = parsed(own)
  if (values.help === true) return 'help'
  if (values.version === true) return 'version'
  const url = values.url ?? env['FLOCKWORK_URL']
  if (!url) throw new BadUsage('--url is missing: the address of the Flockwork instance')
  const [program, ...rest] = end < 0 ? [] : args.slice(end + 1)
  if (!program) throw new BadUsage('The command is missing: it follows after --')
  const token = env['FLOCKWORK_TOKEN']?.trim()
  return {
    url,
    token: token === '' || values['token-file'] !== undefined ? undefined : token,
    tokenFile: values['token-file'],
    agent: values.agent?.replace(/^@/, '').toLowerCase(),
    ledger: values.ledger,
    input: inputOf(values),
    concurrency: numberOf('concurrency', values.concurrency, 1, 100),
    attempts: numberOf('attempts', values.attempts, 3, 100),
    timeoutS: numberOf('timeout', values.timeout, 600, 24 * 60 * 60),
    command: [program, ...rest],
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
        'token-file': text,
        agent: text,
        ledger: text,
        timeout: text,
        attempts: text,
        concurrency: text,
        text: flag,
        labelled: flag,
        help: { ...flag, short: 'h' },
        version: flag,
      },
    }).values
  } catch (error) {
    throw new BadUsage(error instanceof Error ? error.message : String(error))
  }
}

function inputOf({ text, labelled }: { text?: boolean | undefined; labelled?: boolean | undefined }): Input {
  if (text === true && labelled === true) throw new BadUsage('--text and --labelled exclude each other')
  if (labelled === true) return 'labelled'
  return text === true ? 'text' : 'json'
}

function numberOf(name: string, text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new BadUsage(`--${name} is a whole number from 1 to ${max}, not "${text}"`)
  }
  return number
}
