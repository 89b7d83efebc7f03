/** Chooses the clients to set up: those found, or as the person says. */
import { FILE_CLIENTS, type FileClient } from '@flockwork/contract/clients/setups'
import { fileOf, setupOf } from './client-file.ts'
import { Stop } from './errors.ts'
import { findClients, shownPath, type Machine } from './machine.ts'
import { BadUsage, type Options } from './options.ts'
import type { Terminal } from './terminal.ts'

/** @throws BadUsage without a terminal and a choice; Stop when nothing is found or chosen. */
export async function chooseClients(
  machine: Machine,
  { clients }: Pick<Options, 'clients'>,
  { say, ask }: Terminal,
): Promise<readonly FileClient[]> {
  if (clients !== undefined && clients !== 'all') return clients
  const paths = Object.fromEntries(FILE_CLIENTS.map((client) => [client, fileOf(machine, client)]))
  const found = findClients(machine, paths as Record<FileClient, string>)
  const labelOf = (client: FileClient) => setupOf(machine, client).label
  if (found.length === 0) {
    const names = FILE_CLIENTS.map((client) => labelOf(client)).join(', ')
    throw new Stop(`None of ${names} is on this machine. --clients NAME sets one up all the same.`)
  }
  if (clients === 'all') return found
  if (ask === undefined) {
    throw new BadUsage(`Without a terminal --clients says what to set up: all, or of ${found.join(', ')}`)
  }

  say('On this machine:')
  found.forEach((client, at) => {
    say(`  ${at + 1}  ${labelOf(client).padEnd(15)} ${shownPath(machine, fileOf(machine, client))}`)
  })
  const others = FILE_CLIENTS.filter((client) => !found.includes(client))
  if (others.length > 0) say(`Not found: ${others.map(labelOf).join(', ')}`)
  say()
  for (;;) {
    const chosen = chosenFrom(await ask('Which to set up? Numbers, Enter for all, q for none: '), found)
    if (chosen === 'none') throw new Stop('Nothing was written.')
    if (chosen !== undefined) return chosen
    say(`Numbers from 1 to ${found.length}, such as 1,2.`)
  }
}

/** Undefined for an unknown answer. */
export function chosenFrom(
  answer: string,
  found: readonly FileClient[],
): readonly FileClient[] | 'none' | undefined {
  const words = answer
    .toLowerCase()
    .split(/[\s,]/)
    .filter((word) => word !== '')
  if (words.length === 0) return found
  if (['q', 'n', 'no', 'none'].includes(words[0] ?? '')) return 'none'
  const chosen = words.map((word) => found[Number(word) - 1])
  return chosen.includes(undefined) ? undefined : found.filter((client) => chosen.includes(client))
}
