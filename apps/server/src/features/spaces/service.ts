/** Creating and listing spaces (docs/rules/spaces.md#creating). */
import type { EventData } from '@flockwork/contract/events'
import { CHANNEL_DEFAULTS, SPACE_NAME_MAX_CHARS, SPACE_SLOTS } from '@flockwork/contract/limits'
import type { Activity, Mine, Space, SpaceStats, Visibility } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { SpaceLimitReached } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEventsInSpaces, type EventsBySpace } from '../../platform/outbox.ts'
import { randomSecret } from '../../platform/secrets.ts'
import { type Guard, writingOf } from '../guardrails/index.ts'
import { requireActivePerson } from '../auth/index.ts'
import { noSuchSpace, visibilityOf } from './access.ts'
import { readActivity, readMine } from './activity.ts'
import * as repository from './repository.ts'

export interface SpaceServices {
  readonly db: Db
  readonly clock: Clock
  /** Checks a text that others will read. @throws GuardrailViolation */
  readonly guard: Guard
  /** Chirpy's account, which is in every space. */
  readonly guideId: string
  /** A new access token of the caller's session, for the now current space. */
  readonly reissueToken: (actor: PersonActor) => Promise<string>
  /** The person's current space changed: every node re-reads the account. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** The owners' spaces changed: updates their agents' memberships by mode. Returns the events, to be appended last. */
  readonly syncAgentMemberships: (tx: Tx, owners: string | readonly string[]) => Promise<EventsBySpace>
  /**
   * Makes these accounts' pending deliveries in the spaces undeliverable, and appends the events. The last part of a
   * transaction: it locks the sequences of all the spaces concerned.
   */
  readonly cancelDeliveries: (
    tx: Tx,
    cancelled: {
      readonly recipientIds: readonly string[]
      readonly spaceIds: readonly string[]
      readonly why: string
      readonly events: EventsBySpace
    },
  ) => Promise<void>
  /**
   * In the transaction of a join, before it locks sequences; `claims` is the imported person that the invite is for.
   */
  readonly onJoined: (
    tx: Tx,
    joined: { readonly spaceId: string; readonly accountId: string; readonly claims: string | null },
  ) => Promise<void>
  /** Announces that these people left: their devices show it, and their streams and waits end, on every node. */
  readonly announceDeparture: (
    accountIds: readonly string[],
    update: EventData<'space_update'>,
  ) => Promise<void>
  /** Counts wrong codes, for which `check` resolves with nothing. @throws RateLimited */
  readonly checkInviteCode: <T>(by: CodeHolder, check: () => Promise<T>) => Promise<T>
}

/** The holder of an invite code. */
export interface CodeHolder {
  /** Null if not signed in. */
  readonly accountId: string | null
  readonly address: string | null
}

type TxServices = Pick<SpaceServices, 'clock' | 'guideId'>

/** Creates the space that every person gets at sign-up, and makes it current. */
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

/**
 * Creates a space with its creator as admin; doesn't switch to it.
 * @throws SpaceLimitReached, Unauthorized, GuardrailViolation
 */
export async function createSpace(
  services: SpaceServices,
  actor: PersonActor,
  input: NewSpaceInput,
  once: Once<Space>,
): Promise<Space> {
  await services.guard(`${input.name}\n${input.description ?? ''}`, writingOf(actor, 'space', null))
  const space = await once(async (tx) => {
    await requireActivePerson(tx, actor)
    await requireFreeSlot(tx, actor, input.visibility)

    const id = await insertSpace(services, tx, {
      name: input.name,
      description: input.description ?? null,
      visibility: input.visibility,
      isPersonal: false,
      createdBy: actor.accountId,
    })
    const space = await getSpace({ ...services, db: tx }, actor, id)
    await appendEventsInSpaces(tx, services.clock, await services.syncAgentMemberships(tx, actor.accountId))
    return space
  })
  // the caller's agents may have joined it
  await services.invalidateAccount(actor.accountId)
  return space
}

/** Locks the person's slots until the commit. @throws SpaceLimitReached if none of this visibility is free */
export async function requireFreeSlot(
  tx: Tx,
  actor: Pick<PersonActor, 'accountId' | 'role'>,
  visibility: Visibility,
): Promise<void> {
  const limit = SPACE_SLOTS[visibility]
  const used = await repository.countCreatedForUpdate(tx, actor.accountId, visibility)
  if (actor.role !== 'admin' && used >= limit) throw new SpaceLimitReached(visibility, limit)
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
  await insertWithSlug(tx, { id, at, channels: CHANNEL_DEFAULTS, ...space })
  await repository.insertMember(tx, { spaceId: id, accountId: space.createdBy, role: 'admin', at })
  await repository.insertMember(tx, { spaceId: id, accountId: guideId, role: 'member', at })
  return id
}

/** Inserts the space with a unique slug derived from its name. */
export async function insertWithSlug(tx: Tx, space: Omit<repository.NewSpace, 'slug'>): Promise<void> {
  const slug = slugOf(space.name)
  const isInserted =
    (await repository.insertSpace(tx, { ...space, slug })) ||
    (await repository.insertSpace(tx, { ...space, slug: `${slug}-${slugSuffix()}` }))
  if (!isInserted) throw new Error(`No free slug was found for ${slug}`)
}

const SLUG_SUFFIX_BITS = 32

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SPACE_NAME_MAX_CHARS)
    .replaceAll(/^-|-$/g, '')
  return plain === '' ? 'space' : plain
}

function slugSuffix(): string {
  return randomSecret(SLUG_SUFFIX_BITS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')
}

/** All public spaces, newest first, including the caller's. */
export async function listPublicSpaces(services: SpaceServices, actor: PersonActor): Promise<Space[]> {
  return presentAll(services, actor, await repository.listPublicSpaces(services.db, actor.accountId))
}

/** The caller's spaces, in the order of joining. */
export async function listOwnSpaces(services: SpaceServices, actor: PersonActor): Promise<Space[]> {
  return presentAll(services, actor, await repository.listSpaces(services.db, actor.accountId))
}

/**
 * The spaces of any account, including agents, in the order of joining, without activity and unread counts; `currentId`
 * is the default space of its calls.
 */
export async function listSpacesOf(db: Db, accountId: string, currentId: string | null): Promise<Space[]> {
  const rows = await repository.listSpaces(db, accountId)
  return rows.map((row) => presentSpace(row, currentId))
}

/** The space with this id or slug, case-insensitively. */
export function findSpace(spaces: readonly Space[], given: string): Space | undefined {
  const wanted = given.trim().toLowerCase()
  return spaces.find(({ id, slug }) => id === wanted || slug === wanted)
}

/**
 * How many spaces a person has created and may still create (docs/rules/spaces.md#slots); administrators have no limit.
 */
export async function readSpaceStats({ db }: SpaceServices, actor: PersonActor): Promise<SpaceStats> {
  const used = await repository.countCreated(db, actor.accountId)
  const isAdmin = actor.role === 'admin'
  const left = (kind: keyof typeof SPACE_SLOTS) => Math.max(0, SPACE_SLOTS[kind] - used[kind])
  return {
    is_admin: isAdmin,
    unlimited: isAdmin,
    limits: isAdmin ? null : { ...SPACE_SLOTS },
    used,
    remaining: isAdmin
      ? null
      : { private: left('private'), invite_only: left('invite_only'), public: left('public') },
  }
}

/** A space that the caller is in, or a public one. @throws NotFound for any other. */
export async function readSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Space> {
  const space = await getSpace(services, actor, spaceId)
  if (!space.is_member && space.visibility !== 'public') throw noSuchSpace()
  return space
}

/** Doesn't check membership. @throws NotFound for an unknown or a deleted space. */
export async function getSpace(
  deps: Pick<SpaceServices, 'db' | 'clock'>,
  actor: PersonActor,
  spaceId: string,
): Promise<Space> {
  const row = await repository.findSpace(deps.db, actor.accountId, spaceId)
  const [space] = row === undefined ? [] : await presentAll(deps, actor, [row])
  if (space === undefined) throw noSuchSpace()
  return space
}

async function presentAll(
  deps: Pick<SpaceServices, 'db' | 'clock'>,
  { accountId, currentSpaceId }: PersonActor,
  rows: readonly repository.SpaceRow[],
): Promise<Space[]> {
  const joined = rows.filter(({ joined_at: at }) => at !== null).map(({ id }) => id)
  const [activity, mine] = await Promise.all([readActivity(deps, rows), readMine(deps, accountId, joined)])
  return rows.map((row) =>
    presentSpace(row, currentSpaceId, { activity: activity.get(row.id), mine: mine.get(row.id) }),
  )
}

function presentSpace(
  row: repository.SpaceRow,
  currentSpaceId: string | null,
  { activity, mine }: { activity?: Activity | undefined; mine?: Mine | undefined } = {},
): Space {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    visibility: visibilityOf(row.visibility),
    description: row.description,
    is_personal: row.is_personal,
    member_count: row.member_count ?? 0,
    is_member: row.joined_at !== null,
    is_current: row.id === currentSpaceId,
    role: row.role === 'admin' || row.role === 'member' ? row.role : null,
    created_by: row.created_by,
    created_at: wireTime(row.created_at),
    activity: activity ?? null,
    mine: mine ?? null,
  }
}
