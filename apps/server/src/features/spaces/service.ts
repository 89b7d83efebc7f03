/** Spaces: one's own, shared ones, and the one a person is in now (docs/rules/spaces.md#switching). */
import { CHANNEL_DEFAULTS, SPACE_NAME_MAX_CHARS, SPACE_SLOTS } from '@flockwork/contract/limits'
import type { Member, Space, Visibility } from '@flockwork/contract/spaces'
import type { Actor, PersonActor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { NotFound, SpaceLimitReached } from '../../platform/errors.ts'
import type { StoreKey } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEventsInSpaces, type EventsBySpace } from '../../platform/outbox.ts'
import { randomSecret } from '../../platform/secrets.ts'
import { requireActivePerson } from '../auth/index.ts'
import { requireMember } from './access.ts'
import * as repository from './repository.ts'

export interface SpaceServices {
  readonly db: Db
  readonly clock: Clock
  /** The system agent that is in every space. */
  readonly guideId: string
  /** A new token of the caller's session, for the space that is current now. */
  readonly reissue: (actor: PersonActor) => Promise<string>
  /** The person's current space changed: what is remembered about them is stale, on every node. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /**
   * The owner's spaces changed: their agents go where their mode says, in the same transaction. Answers what the
   * spaces are to be told.
   */
  readonly syncAgentMemberships: (tx: Tx, ownerId: string) => Promise<EventsBySpace>
}

type TxServices = Pick<SpaceServices, 'clock' | 'guideId'>

/** The space that every person gets at sign-up; it becomes the current one. */
export async function createPersonalSpace(
  services: TxServices,
  tx: Tx,
  person: { id: string; handle: string },
): Promise<void> {
  const spaceId = await insertSpace(services, tx, {
    name: `${person.handle}'s Workspace`,
    description: `Personal workspace for ${person.handle}`,
    visibility: 'private',
    isPersonal: true,
    createdBy: person.id,
  })
  await repository.setCurrentSpace(tx, person.id, spaceId)
}

export interface NewSpaceInput {
  readonly name: string
  readonly description?: string | null | undefined
  readonly visibility: Visibility
}

/** Creates a space with its creator as admin; doesn't switch to it. @throws SpaceLimitReached */
export async function createSpace(
  services: SpaceServices,
  actor: PersonActor,
  input: NewSpaceInput,
  keep: StoreKey,
): Promise<Space> {
  const { db } = services
  const spaceId = await db.transaction().execute(async (tx) => {
    await keep(tx)
    await requireActivePerson(tx, actor.accountId)
    const limit = SPACE_SLOTS[input.visibility]
    const used = await repository.countCreatedForUpdate(tx, actor.accountId, input.visibility)
    if (actor.role !== 'admin' && used >= limit) throw new SpaceLimitReached(input.visibility, limit)

    const id = await insertSpace(services, tx, {
      name: input.name,
      description: input.description ?? null,
      visibility: input.visibility,
      isPersonal: false,
      createdBy: actor.accountId,
    })
    await appendEventsInSpaces(tx, services.clock, await services.syncAgentMemberships(tx, actor.accountId))
    return id
  })
  // the agents that are in it now hear what is said there
  await services.invalidateAccount(actor.accountId)
  return getSpace(services, actor, spaceId)
}

async function insertSpace(
  { clock, guideId }: TxServices,
  tx: Tx,
  space: {
    name: string
    description: string | null
    visibility: Visibility
    isPersonal: boolean
    createdBy: string
  },
): Promise<string> {
  const at = new Date(clock.now())
  const id = orderedId(clock.now())
  const slug = slugOf(space.name)
  const row = { id, at, channels: CHANNEL_DEFAULTS, ...space }
  const isInserted =
    (await repository.insertSpace(tx, { ...row, slug })) ||
    (await repository.insertSpace(tx, { ...row, slug: `${slug}-${slugSuffix()}` }))
  if (!isInserted) throw new Error(`No free slug was found for ${slug}`)
  await repository.insertMember(tx, { spaceId: id, accountId: space.createdBy, role: 'admin', at })
  await repository.insertMember(tx, { spaceId: id, accountId: guideId, role: 'member', at })
  return id
}

const SLUG_SUFFIX_BITS = 32

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SPACE_NAME_MAX_CHARS)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'space' : plain
}

function slugSuffix(): string {
  return randomSecret(SLUG_SUFFIX_BITS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')
}

export async function listSpaces({ db }: SpaceServices, actor: PersonActor): Promise<Space[]> {
  const rows = await repository.listSpaces(db, actor.accountId)
  return rows.map((row) => presentSpace(row, actor.currentSpaceId))
}

export async function getSpace(
  { db }: Pick<SpaceServices, 'db'>,
  actor: PersonActor,
  spaceId: string,
): Promise<Space> {
  const row = await repository.findSpace(db, actor.accountId, spaceId)
  if (row === undefined) throw new NotFound('No such space')
  return presentSpace(row, actor.currentSpaceId)
}

export async function listMembers({ db }: Pick<SpaceServices, 'db'>, actor: Actor, spaceId: string) {
  await requireMember(db, spaceId, actor.accountId)
  const rows = await repository.listMembers(db, spaceId)
  return { total_members: rows.length, members: rows.map(presentMember) }
}

type MemberRow = Awaited<ReturnType<typeof repository.listMembers>>[number]

export function presentMember(row: MemberRow): Member {
  return {
    user_id: row.user_id,
    username: row.username,
    full_name: row.full_name,
    role: row.role === 'admin' ? 'admin' : 'member',
    joined_at: wireTime(row.joined_at),
    agent_count: row.agent_count ?? 0,
  }
}

export function presentSpace(row: repository.SpaceRow, currentSpaceId: string | null): Space {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    visibility: row.visibility === 'public' || row.visibility === 'invite_only' ? row.visibility : 'private',
    description: row.description,
    is_personal: row.is_personal,
    member_count: row.member_count ?? 0,
    is_member: row.joined_at !== null,
    is_current: row.id === currentSpaceId,
    role: row.role === 'admin' || row.role === 'member' ? row.role : null,
    created_by: row.created_by,
    created_at: wireTime(row.created_at),
    activity: null,
    mine: null,
  }
}
