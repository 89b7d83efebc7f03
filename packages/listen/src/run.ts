/** The program behind the command line: as a package, and as an instance serves it. */
import path from 'node:path'
import { commandAnswer } from './command.ts'
import { fixedToken, isToken, tokenFile } from './credential.ts'
import { FatalError } from './errors.ts'
import { listen } from './listen.ts'
import { signInCredential } from './oauth.ts'
import { BadUsage, HELP, readOptions, type Options } from './options.ts'
import { baseUrlOf, configFolder, fileNameOf, isReadableByOthers } from './paths.ts'

const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

/**
 * Listens until it is ended by a signal. Errors of the user or the instance are printed.
 * @param version what `--version` prints
 * @returns the exit code
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv, version: string): Promise<number> {
  try {
    await runOptions(readOptions(args, env), version)
    return 0
  } catch (error) {
    if (!(error instanceof FatalError) && !(error instanceof BadUsage)) throw error
    process.stderr.write(
      `${error.message}\n${error instanceof BadUsage ? 'The option --help says more.\n' : ''}`,
    )
    return error instanceof BadUsage ? 2 : 1
  }
}

async function runOptions(options: ReturnType<typeof readOptions>, version: string): Promise<void> {
  if (options === 'help') return void process.stdout.write(HELP)
  if (options === 'version') return void process.stdout.write(`${version}\n`)

  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  const url = baseUrlOf(options.url)
  if (isReadableByOthers(url)) log(`${url} is not encrypted: others on the way can read the token`)
  await listen({
    url,
    token: await credentialOf(options, url, ending.signal),
    answer: commandAnswer({
      line: options.command,
      url,
      input: options.input,
      timeoutMs: options.timeoutS * 1000,
    }),
    concurrency: options.concurrency,
    attempts: options.attempts,
    signal: ending.signal,
    log,
    ...(options.ledger !== undefined && { ledger: options.ledger }),
  })
}

async function credentialOf({ token, tokenFile: file, agent }: Options, url: string, signal: AbortSignal) {
  if (file !== undefined) return tokenFile(file)
  if (token === undefined) {
    const file = path.join(configFolder(), `${fileNameOf(url, agent ?? 'agent')}.json`)
    return signInCredential({ url, agent, file, signal, log })
  }
  if (!isToken(token)) throw new FatalError('FLOCKWORK_TOKEN contains no token')
  return fixedToken(token)
}
