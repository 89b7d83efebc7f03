/** Imports a record as a space (docs/rules/records.md#import). */
import { SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { nameProblem } from '@flockwork/contract/text/names'
import { audit } from '../../../platform/audit.ts'
import { isUniqueViolation, type Tx } from '../../../platform/database.ts'
import { randomSecret } from '../../../platform/secrets.ts'
import { finishWriting, setHead } from '../../imports/index.ts'
import { ORIGINS_MAX } from '../format/bounds.ts'
import type { DataOf } from '../format/kinds.ts'
import type { FileRecord, Header, Origin } from '../format/lines.ts'
import { readRecord, type Verified } from '../format/reader.ts'
import { makeSpaceAdmin, requirePerson, type ImportDeps } from './admin.ts'
import { createMessageImport, type MessageImport } from './messages.ts'
import { createPeople } from './people.ts'
import { ImportRefused } from './refused.ts'
import * as repository from './space-repository.ts'
import { createDeliveryImport, createTaskImport, type DeliveryImport, type TaskImport } from './tasks.ts'

export interface ImportRequest {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The username of a person of this instance who becomes the space's admin. */
  readonly admin?: string | undefined
  /** Called periodically with the number of records read. */
  readonly onProgress?: (records: number) => void
}

export interface Imported {
  readonly verified: Verified
  readonly spaceId: string
  readonly name: string
  /** The slug on this instance. */
  readonly slug: string
}

const PROGRESS_EVERY = 10_000

/**
 * Reads, verifies and stores the record in one transaction, so a failure leaves nothing behind.
 * @throws BrokenRecord, ImportRefused
 */
export async function importRecord(deps: ImportDeps, request: ImportRequest): Promise<Imported> {
  const imported = await deps.db
    .transaction()
    .execute((tx) => importWithin(deps, tx, request))
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new ImportRefused('Something of this record is here already, in another space.')
    })
  await finishWriting(deps.db, imported.spaceId)
  return imported
}

async function importWithin(
  deps: ImportDeps,
  tx: Tx,
  { chunks, admin, onProgress }: ImportRequest,
): Promise<Imported> {
  const person = admin === undefined ? undefined : await requirePerson(tx, admin)
  const into = createImport(tx, new Date(deps.clock.now()))
  const verified = await readRecord(chunks, {
    onHeader: (header) => requireAbsent(tx, header),
    async onRecord(record) {
      await into.add(record)
      if (record.n % PROGRESS_EVERY === 0) onProgress?.(record.n)
    },
  })
  const { space, slug } = await into.finish(verified)
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'space_imported',
    target: { type: 'space', id: space.id, name: space.name },
    spaceId: space.id,
    after: { from: verified.header.exported.from, key: verified.header.exported.key },
  })
  if (person !== undefined) {
    await makeSpaceAdmin(deps, tx, { spaceId: space.id, visibility: space.visibility, adminId: person.id })
  }
  return { verified, spaceId: space.id, name: space.name, slug }
}

async function requireAbsent(tx: Tx, { space }: Header): Promise<void> {
  const found = await repository.findSpace(tx, space)
  if (found === undefined) return
  throw new ImportRefused(
    found.deleted_at === null
      ? `This space is here already: ${found.slug}.`
      : `This space was here already, and was deleted: ${found.slug}.`,
  )
}

interface RecordImport {
  add(record: FileRecord): Promise<void>
  finish(verified: Verified): Promise<{ space: DataOf<'space'>; slug: string }>
}

/** Receives the records in order. */
function createImport(tx: Tx, at: Date): RecordImport {
  const people = createPeople()
  const teams: DataOf<'team'>[] = []
  const channels: DataOf<'channel'>[] = []
  let space: DataOf<'space'> | undefined
  let slug = ''
  let content: Content | undefined

  const spaceOf = () => {
    if (space === undefined) throw new Error('A record came before its space')
    return space
  }
  /** Called at the first content record, when everything that content refers to is known. */
  const open = async (): Promise<Content> => {
    const { id } = spaceOf()
    await people.store(tx, id, at)
    await repository.insertTeams(
      tx,
      id,
      teams.map((team) => ({ ...team, created_by: people.id(team.created_by) })),
    )
    await repository.insertChannels(tx, id, channels)
    const names = new Set(channels.map(({ name }) => name))
    const base = { tx, spaceId: id, people }
    return {
      messages: createMessageImport({ ...base, head: spaceOf().seq, channels: names }),
      tasks: createTaskImport(base, spaceOf().tasks),
      deliveries: createDeliveryImport(base),
    }
  }

  return {
    async add(record) {
      if (record.kind === 'space') {
        space = checkSpace(record.data)
        slug = await insertSpace(tx, space)
      } else if (record.kind === 'account') people.addAccount(record.data)
      else if (record.kind === 'team') teams.push(atMost(teams, record.data))
      else if (record.kind === 'member') people.addMember(record.data)
      else if (record.kind === 'channel') channels.push(atMost(channels, record.data))
      else {
        content ??= await open()
        await addContent(content, record)
      }
    },
    async finish(verified) {
      const { id, seq } = spaceOf()
      await setHead(tx, id, seq)
      await repository.insertImport(tx, spaceOf(), { origins: originsOf(verified), at })
      return { space: spaceOf(), slug }
    },
  }
}

interface Content {
  readonly messages: MessageImport
  readonly tasks: TaskImport
  readonly deliveries: DeliveryImport
}

type OfContent = Exclude<FileRecord, { kind: 'space' | 'account' | 'team' | 'member' | 'channel' }>

async function addContent({ messages, tasks, deliveries }: Content, record: OfContent): Promise<void> {
  switch (record.kind) {
    case 'message':
    case 'version':
    case 'reaction':
      return messages.add(record)
    case 'task':
    case 'note':
      await messages.flush()
      return tasks.add(record)
    case 'delivery':
      await messages.flush()
      await tasks.flush()
      return deliveries.add(record.data)
    case 'end':
      await messages.flush()
      await tasks.flush()
      return deliveries.flush()
  }
}

/** Far more than a space may have. */
const LIST_MAX = 10_000

function atMost<T>(list: readonly T[], item: T): T {
  if (list.length >= LIST_MAX)
    throw new ImportRefused(`The record has more than ${LIST_MAX} teams or channels.`)
  return item
}

function checkSpace(space: DataOf<'space'>): DataOf<'space'> {
  const problem = space.name.length > SPACE_NAME_MAX_CHARS ? 'it is too long' : nameProblem(space.name)
  if (problem !== null) throw new ImportRefused(`The space can't have its name here: ${problem}.`)
  return space
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/
const SUFFIX_BITS = 32

/** @returns its slug here */
async function insertSpace(tx: Tx, space: DataOf<'space'>): Promise<string> {
  const wanted = SLUG.test(space.slug) ? space.slug : 'space'
  const other = `${wanted}-${randomSecret(SUFFIX_BITS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`
  for (const slug of [wanted, other]) if (await repository.insertSpace(tx, space, slug)) return slug
  throw new Error(`No free slug was found for ${wanted}`)
}

/** The record's origins, plus its own signer. */
function originsOf({ header, last }: Verified): Origin[] {
  const { at, from, key, origins } = header.exported
  const origin: Origin = {
    at,
    from,
    key,
    header: header.hash,
    records: last.checkpoint,
    chain: last.hash,
    signature: last.signature,
  }
  return [...origins, origin].slice(-ORIGINS_MAX)
}
