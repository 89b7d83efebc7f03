#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { commandAnswer } from './command.ts'
import { fixedToken, isToken, tokenFile } from './credential.ts'
import { FatalError } from './errors.ts'
import { listen } from './listen.ts'
import { signInCredential } from './oauth.ts'
import { BadUsage, HELP, readOptions, type Options } from './options.ts'
import { baseUrlOf, configFolder, fileNameOf, isReadableByOthers } from './paths.ts'

const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, process.env)
  if (options === 'help') return void process.stdout.write(HELP)
  if (options === 'version') return void process.stdout.write(`${await version()}\n`)

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

async function version(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof FatalError) && !(error instanceof BadUsage)) throw error
  process.stderr.write(
    `${error.message}\n${error instanceof BadUsage ? 'flockwork-listen --help says more.\n' : ''}`,
  )
  process.exitCode = error instanceof BadUsage ? 2 : 1
}
