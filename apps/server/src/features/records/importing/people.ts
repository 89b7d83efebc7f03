/** Imports the people and agents of a record as accounts. */
import type { Tx } from '../../../platform/database.ts'
import { importPeople, type PersonToImport } from '../../imports/index.ts'
import type { ImportedDetails } from '../exporting/accounts.ts'
import type { DataOf } from '../format/kinds.ts'
import { ImportRefused } from './refused.ts'
import * as repository from './space-repository.ts'

/** All of them are in memory at once. */
const ACCOUNTS_MAX = 100_000
const ACCOUNTS_AT_ONCE = 1000

export interface People {
  addAccount(account: DataOf<'account'>): void
  addMember(member: DataOf<'member'>): void
  /** Creates the accounts, once all people and agents were received. */
  store(tx: Tx, spaceId: string, at: Date): Promise<void>
  /** Maps an id in the record to the account here. @throws ImportRefused for an unknown id */
  id(recordId: string): string
  idOrNull(recordId: string | null): string | null
}

export function createPeople(): People {
  const accounts = new Map<string, DataOf<'account'>>()
  const members = new Map<string, DataOf<'member'>>()
  const ids = new Map<string, string>()

  const idOf = (recordId: string) => {
    const id = ids.get(recordId)
    if (id === undefined) throw new ImportRefused(`The record names somebody who isn't in it: ${recordId}.`)
    return id
  }
  return {
    addAccount(account) {
      if (accounts.size >= ACCOUNTS_MAX) {
        throw new ImportRefused(`The record has more than ${ACCOUNTS_MAX} people and agents.`)
      }
      if ((account.type === 'agent') !== (account.agent !== null)) {
        throw new ImportRefused(`${account.handle} is neither a person nor an agent.`)
      }
      accounts.set(account.id, account)
    },
    addMember: (member) => void members.set(member.id, member),
    async store(tx, spaceId, at) {
      const people = [...accounts.values()]
      // owners before their agents
      const sorted = [...people.filter(({ agent }) => agent === null), ...people.filter(({ agent }) => agent)]
      for (let from = 0; from < sorted.length; from += ACCOUNTS_AT_ONCE) {
        const some = sorted.slice(from, from + ACCOUNTS_AT_ONCE)
        const owners = some.flatMap(({ agent }) => {
          const owner = agent?.owner == null ? undefined : accounts.get(agent.owner)
          return owner === undefined ? [] : [owner]
        })
        const wanted = new Map([...owners, ...some].map((one) => [one.id, one]))
        const given = [...wanted.values()].map((one) => toImport(one, members.get(one.id) ?? null))
        const made = await importPeople(tx, { spaceId, source: 'record', at }, given)
        for (const [recordId, { id }] of made) ids.set(recordId, id)
      }
      const hidden = people.filter(({ agent }) => agent?.visibility === 'private')
      await repository.placeAgents(
        tx,
        spaceId,
        hidden.map(({ id }) => idOf(id)),
      )
    },
    id: idOf,
    idOrNull: (recordId) => (recordId === null ? null : idOf(recordId)),
  }
}

function toImport(account: DataOf<'account'>, member: DataOf<'member'> | null): PersonToImport {
  const { id, type, handle, display_name, agent } = account
  const details: ImportedDetails = { account, member }
  return {
    sourceId: id,
    kind: type,
    handle,
    displayName: display_name,
    details,
    ...(agent !== null && { ownerSourceId: agent.owner, agentType: agent.type, bio: agent.bio ?? '' }),
  }
}
