/** Spaces: one's own, shared ones, and the one a person is in now (platform, section 4; decisions 3). */
import { CHANNEL_DEFAULTS, SPACE_NAME_MAX_CHARS, SPACE_SLOTS } from '@flockwork/contract/limits'
import type { Member, Space, Switched, Visibility } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Forbidden, NotFound, SpaceLimitReached } from '../../platform/errors.ts'
import type { KeepKey } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import {
  mergedEvents,
  recordEverywhere,
  type EventToRecord,
  type EventsBySpace,
} from '../../platform/outbox.ts'
import { randomSecret } from '../../platform/secrets.ts'
import { requireStillHere } from '../auth/index.ts'
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
  readonly forgetAccount: (accountId: string) => Promise<void>
  /**
   * The owner's spaces changed: their agents go where their mode says, in the same transaction. Answers what the
   * spaces are to be told.
   */
  readonly placeAgents: (tx: Tx, ownerId: string) => Promise<EventsBySpace>
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

/** Makes a person's own space the current one, in the transaction of their sign-in (decisions 13.1). Its last part. */
export async function enterPersonalSpace(
  { clock, placeAgents }: Pick<SpaceServices, 'clock' | 'placeAgents'>,
  tx: Tx,
  personId: string,
): Promise<void> {
  const spaceId = await repository.findPersonalSpace(tx, personId)
  if (spaceId === undefined) return
  await repository.setCurrentSpace(tx, personId, spaceId)
  await recordEverywhere(tx, clock, await placeAgents(tx, personId))
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
  keep: KeepKey,
): Promise<Space> {
  const { db } = services
  const spaceId = await db.transaction().execute(async (tx) => {
    await keep(tx)
    await requireStillHere(tx, actor.accountId)
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
    await recordEverywhere(tx, services.clock, await services.placeAgents(tx, actor.accountId))
    return id
  })
  // the agents that are in it now hear what is said there
  await services.forgetAccount(actor.accountId)
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

async function getSpace(
  { db }: Pick<SpaceServices, 'db'>,
  actor: PersonActor,
  spaceId: string,
): Promise<Space> {
  const row = await repository.findSpace(db, actor.accountId, spaceId)
  if (row === undefined) throw new NotFound('No such space')
  return presentSpace(row, actor.currentSpaceId)
}

/** Makes a space the current one. @throws Forbidden when the caller isn't a member, whether it exists or not. */
export async function switchSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const membership = await repository.findMembership(tx, spaceId, actor.accountId)
    if (membership === undefined) throw new Forbidden('You are not a member of this space')
    await recordEverywhere(tx, clock, await moveTo(services, tx, actor, spaceId))
  })
  return switched(services, actor, spaceId)
}

/**
 * Makes a space the person's current one, inside the transaction that proved the right to. Answers what the spaces
 * are to be told; telling is the caller's, because it must be the transaction's last.
 */
async function moveTo(
  services: SpaceServices,
  tx: Tx,
  actor: PersonActor,
  spaceId: string,
): Promise<EventsBySpace> {
  await repository.setCurrentSpace(tx, actor.accountId, spaceId)
  return services.placeAgents(tx, actor.accountId)
}

/** Makes a space current of which the person may be a new member. The last part of the transaction. */
export async function enterAsMember(
  services: SpaceServices,
  tx: Tx,
  actor: PersonActor,
  { spaceId, isNew }: { spaceId: string; isNew: boolean },
): Promise<void> {
  const joining = { spaceId, accountId: actor.accountId }
  if (isNew) await addMember(services, tx, joining)
  const moved = await moveTo(services, tx, actor, spaceId)
  const joined = isNew ? await joinedEvents(tx, joining) : []
  await recordEverywhere(tx, services.clock, mergedEvents(new Map([[spaceId, joined]]), moved))
}

/** What switching and joining answer, after their transaction. */
export async function switched(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await services.forgetAccount(actor.accountId)
  const [newToken, space, agents] = await Promise.all([
    services.reissue(actor),
    getSpace(services, { ...actor, currentSpaceId: spaceId }, spaceId),
    repository.listAgents(services.db, spaceId),
  ])
  return {
    new_token: newToken,
    org_id: spaceId,
    org_name: space.name,
    organization: space,
    available_agents: agents,
  }
}

type Joining = { readonly spaceId: string; readonly accountId: string }

async function addMember(
  { clock }: Pick<SpaceServices, 'clock'>,
  tx: Tx,
  { spaceId, accountId }: Joining,
): Promise<void> {
  await repository.insertMember(tx, { spaceId, accountId, role: 'member', at: new Date(clock.now()) })
}

/** What those in the space are told of who joined. */
async function joinedEvents(tx: Tx, { spaceId, accountId }: Joining): Promise<EventToRecord[]> {
  const member = (await repository.listMembers(tx, spaceId)).find((row) => row.user_id === accountId)
  if (member === undefined) throw new Error(`Account ${accountId} joined but is not a member`)
  return [{ name: 'space_update', payload: { action: 'joined', member: presentMember(member) } }]
}

export async function listMembers({ db }: SpaceServices, actor: PersonActor, spaceId: string) {
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
