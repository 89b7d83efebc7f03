/** The records of a space, in order, from one snapshot of the database. */
import type { Tx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { DataOf } from '../format/kinds.ts'
import type { Origin } from '../format/lines.ts'
import type { NewRecord } from '../format/writer.ts'
import { createAccounts, type Accounts } from './accounts.ts'
import { messageRecords } from './message-records.ts'
import { compare, oneOf, type Source } from './source.ts'
import * as repository from './space-repository.ts'
import { taskRecords } from './task-records.ts'
import { createSalting } from './texts.ts'

interface Opened {
  readonly name: string
  /** The signatures of the records from which it was imported. */
  readonly origins: readonly Origin[]
  /** Pages of records, small enough to keep the event loop responsive. */
  readonly pages: AsyncIterable<readonly NewRecord[]>
}

/** This many rows take a few milliseconds of CPU time. */
const PAGE_ROWS = 100

interface Deps {
  /** Chirpy is in every space of every instance, so its membership isn't part of a record. */
  readonly guideId: string
  /** The secret from which the salts of texts are derived. */
  readonly secret: string
}

/** @param tx a repeatable read @throws NotFound */
export async function openSpace({ guideId, secret }: Deps, tx: Tx, spaceId: string): Promise<Opened> {
  const space = await repository.findSpace(tx, spaceId)
  if (space === undefined) throw new NotFound('There is no such space')
  const rows = await repository.listAccounts(tx, spaceId, guideId)
  const accounts = createAccounts(rows)
  const source = {
    tx,
    spaceId,
    salting: createSalting(secret, spaceId),
    accounts,
    isImported: space.source_slug !== null,
  }
  return {
    name: space.name,
    // written by an import, from a validated header
    origins: (space.origins ?? []) as unknown as Origin[],
    pages: pagesOf(source, spaceRecord(space, accounts), rows, guideId),
  }
}

type SpaceRow = NonNullable<Awaited<ReturnType<typeof repository.findSpace>>>

function spaceRecord(row: SpaceRow, accounts: Accounts): NewRecord {
  return {
    kind: 'space',
    data: {
      id: row.id,
      name: row.name,
      slug: row.source_slug ?? row.slug,
      description: row.description,
      visibility: oneOf('space', 'visibility', row.visibility),
      is_personal: row.source_is_personal ?? row.is_personal,
      created_by: creatorOf(row, accounts),
      created_at: row.created_at.toISOString(),
      seq: row.seq,
      tasks: row.tasks,
    },
  }
}

function creatorOf(row: SpaceRow, accounts: Accounts): string | null {
  if (row.source_slug === null) return accounts.idOrNull(row.created_by)
  const id = row.source_created_by
  return id !== null && accounts.has(id) ? id : null
}

async function* pagesOf(
  source: Source,
  space: NewRecord,
  rows: readonly repository.AccountRow[],
  guideId: string,
): AsyncGenerator<readonly NewRecord[]> {
  yield [space]
  for (let at = 0; at < rows.length; at += PAGE_ROWS) {
    yield rows.slice(at, at + PAGE_ROWS).map((row) => source.accounts.recordOf(row))
  }
  yield* inPages([
    ...(await teamRecords(source)),
    ...(await memberRecords(source, guideId)),
    ...(await channelRecords(source)),
  ])
  yield* messageRecords(source, PAGE_ROWS)
  yield* taskRecords(source, PAGE_ROWS)
  yield* deliveryRecords(source)
}

function* inPages(records: readonly NewRecord[]): Generator<readonly NewRecord[]> {
  for (let at = 0; at < records.length; at += PAGE_ROWS) yield records.slice(at, at + PAGE_ROWS)
}

async function teamRecords({ tx, spaceId, accounts }: Source): Promise<NewRecord[]> {
  const rows = await repository.listTeams(tx, spaceId)
  return rows.map(({ created_by, created_at, ...team }) => ({
    kind: 'team',
    data: { ...team, created_by: accounts.id(created_by), created_at: created_at.toISOString() },
  }))
}

async function memberRecords({ tx, spaceId, accounts }: Source, guideId: string): Promise<NewRecord[]> {
  const rows = await repository.listMembers(tx, spaceId, guideId)
  const here = rows.map((row): DataOf<'member'> => ({
    id: accounts.id(row.account_id),
    role: oneOf('member', 'role', row.role),
    joined_at: row.joined_at.toISOString(),
    team: row.team_id ?? row.built_in,
  }))
  const members = [...here, ...accounts.importedMembers]
  members.sort((a, b) => compare(a.joined_at, b.joined_at) || compare(a.id, b.id))
  return members.map((data) => ({ kind: 'member', data }))
}

async function channelRecords({ tx, spaceId }: Source): Promise<NewRecord[]> {
  const rows = await repository.listChannels(tx, spaceId)
  return rows.map(({ name, created_at, archived_at }) => ({
    kind: 'channel',
    data: {
      name,
      created_at: created_at.toISOString(),
      archived_at: archived_at?.toISOString() ?? null,
    },
  }))
}

async function* deliveryRecords({ tx, spaceId, accounts }: Source): AsyncGenerator<readonly NewRecord[]> {
  for await (const rows of repository.deliveriesOf(tx, spaceId, PAGE_ROWS)) {
    yield rows.map((row) => ({
      kind: 'delivery',
      data: {
        id: row.id,
        message: row.message_id,
        task: row.task_id,
        author: accounts.id(row.author_id),
        recipient: accounts.id(row.recipient_id),
        root: row.root_id,
        reason: oneOf('delivery', 'reason', row.reason),
        state: oneOf('delivery', 'state', row.state),
        why: row.why,
        seq: row.seq,
        at: row.at.toISOString(),
        created_at: row.created_at.toISOString(),
      },
    }))
  }
}
