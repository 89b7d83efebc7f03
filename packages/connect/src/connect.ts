/**
 * `flockwork connect`: sets up the assistants on a machine for an agent, and undoes it (docs/connect.md).
 *
 * Everything is checked before anything is written: clients, files and their content. Then the person approves it in
 * their browser, each client gets its own token, and its file is replaced atomically.
 */
import { homedir, hostname } from 'node:os'
import { isLoopback, SERVER_KEY, type FileClient } from '@flockwork/contract/clients/setups'
import { chooseClients } from './choose.ts'
import { draftOf, readClientFile, setupOf, write, type ClientFile } from './client-file.ts'
import { isSame } from './document.ts'
import { addressIn, agentIn, describe, tokenIn } from './entries.ts'
import { codeOf, Stop } from './errors.ts'
import { findInstance, isTokenGood, makeToken, revokeToken, signIn, type SignedIn } from './instance.ts'
import { readLedger, writeLedger, type Written } from './ledger.ts'
import { clientOn, ownFolder, shownPath, systemOf, type Machine } from './machine.ts'
import { BadUsage, HELP, readOptions, type Options } from './options.ts'
import { realTerminal, type Terminal } from './terminal.ts'
import { undo } from './undo.ts'

interface Setting {
  readonly machine: Machine
  readonly terminal: Terminal
  readonly options: Options
}

/**
 * @param instance the default URL if the command line has none
 * @returns the exit code
 */
export async function connect(args: readonly string[], instance?: string): Promise<number> {
  const terminal = realTerminal()
  const machine = { system: systemOf(process.platform), home: homedir(), env: process.env }
  try {
    const options = readOptions(args, process.env)
    if (options === 'help') {
      terminal.say(HELP.trimEnd())
      return 0
    }
    const setting = { machine, terminal, options }
    return await (options.undoes ? undoAll(setting) : setUp(setting, options.url ?? instance))
  } catch (error) {
    if (!(error instanceof Stop || error instanceof BadUsage)) throw error
    terminal.complain(error.message)
    if (!(error instanceof BadUsage)) return 1
    terminal.complain('--help says more.')
    return 2
  }
}

async function setUp(setting: Setting, url: string | undefined): Promise<number> {
  const { machine, terminal, options } = setting
  if (url === undefined) throw new BadUsage('--url is missing: the address of the Flockwork instance')
  const instance = await findInstance(url)
  terminal.say(`Flockwork at ${instance}`)
  if (instance.startsWith('http:') && !isLoopback(instance)) {
    terminal.say('This address is not encrypted: others on the way can read the tokens.')
  }
  terminal.say()
  const files = await readAll(setting, await chooseClients(machine, options, terminal))
  const agent = options.agent ?? commonAgent(files, instance)
  const pending: ClientFile[] = []
  for (const file of files) {
    if (!(await isReady(file, instance, agent))) pending.push(file)
    else terminal.say(lineOf(setting, file, `is set up already`))
  }
  if (pending.length === 0) return 0
  await agreeToReplace(setting, pending, instance, agent)

  const needsSignIn = agent === undefined || pending.some(({ client }) => hasToken(machine, client))
  const signedIn = needsSignIn ? await signInAs(setting, instance, agent) : undefined
  try {
    return await writeAll(setting, pending, { instance, agent: signedIn?.agent ?? agent ?? '', signedIn })
  } finally {
    await signedIn?.end().catch(() => undefined)
  }
}

/** @throws Stop with all files that can't be written; then none is. */
async function readAll(
  { machine, terminal, options }: Setting,
  clients: readonly FileClient[],
): Promise<ClientFile[]> {
  const files: ClientFile[] = []
  for (const client of clients) {
    try {
      files.push(await readClientFile(machine, client, options.followsLinks))
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      const { label, file } = setupOf(machine, client)
      terminal.complain(`${label}: ${file} can't be changed: ${error.message}`)
    }
  }
  if (files.length === clients.length) return files
  throw new Stop('Nothing was written. Mend that, or leave it out with --clients.')
}

/** The agent that some clients are already set up for, so that the others use it, too. */
function commonAgent(files: readonly ClientFile[], instance: string): string | undefined {
  const agents = files.map(({ entry }) => agentIn(addressIn(entry, instance) ?? ''))
  return agents.find((agent) => agent !== undefined)
}

async function isReady({ entry }: ClientFile, instance: string, agent: string | undefined): Promise<boolean> {
  const address = addressIn(entry, instance)
  if (address === undefined || agentIn(address) !== agent) return false
  const token = tokenIn(entry)
  return token === undefined || isTokenGood(address, token)
}

function hasToken(machine: Machine, client: FileClient): boolean {
  return setupOf(machine, client, { url: '', token: 'any' }).hasToken
}

/** @throws Stop if a file has an entry of our name for another server or agent, and the person wants to keep it. */
async function agreeToReplace(
  { machine, terminal, options }: Setting,
  pending: readonly ClientFile[],
  instance: string,
  agent: string | undefined,
): Promise<void> {
  if (options.replaces) return
  for (const { client, entry } of pending) {
    const inPlace = agentIn(addressIn(entry, instance) ?? '')
    if (entry === undefined || (inPlace !== undefined && inPlace === agent)) continue
    const what = `${setupOf(machine, client).label} has a server "${SERVER_KEY}" that leads to ${describe(entry)}.`
    const answer = await terminal.ask?.(`${what} Replace it? (y/N) `)
    if (answer === undefined) throw new Stop(`${what} --replace replaces it. Nothing was written.`)
    if (!/^y(es)?$/i.test(answer)) throw new Stop('Nothing was written.')
  }
}

function signInAs({ terminal }: Setting, url: string, agent: string | undefined): Promise<SignedIn> {
  return signIn({
    url,
    agent,
    name: `flockwork connect on ${hostname()}`,
    show(address, code) {
      terminal.say(`Open ${address} in your browser, sign in, and enter the code ${code}`)
      terminal.say('Waiting for you to allow it …')
    },
  })
}

interface Granted {
  readonly instance: string
  readonly agent: string
  readonly signedIn: SignedIn | undefined
}

async function writeAll(
  setting: Setting,
  pending: readonly ClientFile[],
  { instance, agent, signedIn }: Granted,
): Promise<number> {
  const { terminal, machine } = setting
  const url = `${instance}/mcp/agents/${agent}`
  let failures = 0
  for (const seen of pending) {
    let file = seen
    try {
      file = await readAgain(setting, seen)
      // each client has its own token, or one would acknowledge mail for another
      const isForIt = signedIn !== undefined && hasToken(machine, file.client)
      const endpoint = {
        url,
        token: isForIt ? await makeToken(instance, signedIn, clientOn(file.setup, hostname())) : null,
      }
      await writeOne(setting, file, endpoint)
      const { next } = setupOf(machine, file.client, endpoint)
      terminal.say(lineOf(setting, file, `acts as @${agent}. ${next}`))
    } catch (error) {
      if (!(error instanceof Stop) && codeOf(error) === undefined) throw error
      failures += 1
      terminal.complain(
        lineOf(setting, file, `was not written: ${error instanceof Error ? error.message : ''}`),
      )
    }
  }
  terminal.say()
  terminal.say('The same command with --undo takes all of it out again.')
  return failures === 0 ? 0 : 1
}

/**
 * Re-reads the files, which clients may write while the person is in the browser.
 * @throws Stop if our name is taken now.
 */
async function readAgain({ machine, options }: Setting, { client, entry }: ClientFile): Promise<ClientFile> {
  const file = await readClientFile(machine, client, options.followsLinks)
  if (isSame(file.entry, entry)) return file
  throw new Stop(`its server "${SERVER_KEY}" was changed just now: run this again`)
}

/** Revokes the new token if writing fails, otherwise the replaced one if this program created it. */
async function writeOne(
  { machine }: Setting,
  file: ClientFile,
  endpoint: { readonly url: string; readonly token: string | null },
): Promise<void> {
  const folder = ownFolder(machine)
  const ledger = await readLedger(folder)
  const isThis = (one: Written) => one.client === file.client && one.file === file.read.at
  const earlier = ledger.find(isThis)
  const draft = draftOf(machine, file, endpoint, earlier)
  const others = ledger.filter((one) => !isThis(one))
  try {
    await write(file, draft, (written) => writeLedger(folder, [...others, written]))
  } catch (error) {
    await writeLedger(folder, ledger)
    if (endpoint.token !== null) await revokeToken(endpoint.url, endpoint.token)
    throw error
  }
  const replaced = tokenIn(file.entry)
  const address = addressIn(file.entry, new URL(endpoint.url).origin)
  if (replaced !== undefined && address !== undefined && address === earlier?.url) {
    await revokeToken(address, replaced)
  }
}

async function undoAll({ machine, terminal, options }: Setting): Promise<number> {
  const folder = ownFolder(machine)
  const { clients } = options
  const isMeant = ({ client }: Written) =>
    clients === undefined || clients === 'all' || clients.includes(client)
  let left = await readLedger(folder)
  const meant = left.filter(isMeant)
  if (meant.length === 0) terminal.say('Nothing was set up by flockwork connect on this machine.')
  let failures = 0
  for (const written of meant) {
    const name = `${setupOf(machine, written.client).label.padEnd(15)} ${shownPath(machine, written.file)}`
    try {
      terminal.say(`${name} ${await undo(machine, written)}`)
      left = left.filter((one) => one !== written)
      await writeLedger(folder, left)
    } catch (error) {
      if (!(error instanceof Stop) && codeOf(error) === undefined) throw error
      failures += 1
      terminal.complain(`${name} can't be changed: ${error instanceof Error ? error.message : ''}`)
    }
  }
  return failures === 0 ? 0 : 1
}

function lineOf({ machine }: Setting, { client, read }: ClientFile, text: string): string {
  return `${setupOf(machine, client).label.padEnd(15)} ${shownPath(machine, read.at)} ${text}`
}
