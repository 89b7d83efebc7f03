/** The kill switch and the limits of an agent (docs/rules/agents.md#kill-switch). */
import type { ControlState } from '@flockwork/contract/agent-control'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, invalid } from '../../../platform/errors.ts'
import { LIMITS, guardReason, type ControlChange, type ControlServices } from './change.ts'
import * as repository from './repository.ts'
import { switchAll } from './global-switch.ts'
import { limitsOf, pausedControl, stateOf } from './state.ts'
import * as pauses from './pauses.ts'
import { noSuchAgent } from '../reading/agents.ts'
import { findMeetingPlace } from '../reading/repository.ts'

const OWNER_REASON = 'Disabled by owner via kill switch'
const AGENT_REASON = 'Disabled by an administrator'

/** @throws NotFound for an agent that the caller can't see, Forbidden for another person's. */
export async function readControl(
  { db }: Pick<ControlServices, 'db'>,
  actor: PersonActor,
  id: string,
): Promise<ControlState> {
  const row = await requireControllable(db, actor, await repository.findControl(db, id), id)
  return stateOf(row, await muteOf(db, actor, row))
}

/**
 * Pauses or resumes an agent, or all managed ones, and sets limits. Everyone lifts only what they may: an owner
 * their own pause, an administrator everything but the global switch, which has a scope of its own.
 * @throws Forbidden, NotFound, Conflict, GuardrailViolation, Invalid for a `target_slug` that isn't the agent's.
 */
export async function changeControl(
  services: ControlServices,
  actor: PersonActor,
  id: string,
  change: ControlChange,
): Promise<ControlState> {
  if (change.scope === 'global') return switchAll(services, actor, id, change)
  const { db, clock, invalidateAccount } = services
  const before = await requireControllable(db, actor, await repository.findControl(db, id), id)
  requireTarget(before, change.target_slug)
  await guardReason(services, change)

  await db.transaction().execute(async (tx) => {
    const row = await repository.findControlForUpdate(tx, id)
    if (row === undefined) throw noSuchAgent()
    const limits = newLimits(actor, row, change)
    if (isOwnSwitch(actor, row)) await switchForOneself({ tx, clock }, actor, row, change)
    else await switchOne(services, tx, actor, row, change)
    if (limits !== undefined) await repository.saveLimits(tx, id, limits)
    if (row.owner_id !== actor.accountId && actor.role === 'admin') {
      await auditChange({ tx, clock }, actor, row, change.ip)
    }
  })
  await invalidateAccount(id)
  return readControl(services, actor, id)
}

async function switchOne(
  services: ControlServices,
  tx: Tx,
  actor: PersonActor,
  row: repository.ControlRow,
  { disabled, reason }: ControlChange,
): Promise<void> {
  if (disabled === null || disabled === undefined) return
  const isOwner = row.owner_id === actor.accountId
  const given = pauses.pausesOf(row)
  if (disabled) {
    const entry = isOwner ? pauses.byOwner(actor.username) : pauses.BY_ADMINISTRATOR
    const why = reason || (isOwner ? OWNER_REASON : AGENT_REASON)
    await savePauses(services, tx, row, pauses.withPause(given, entry, why))
    return
  }

  const isAdmin = actor.role === 'admin'
  // who became an administrator since may have silenced it for themselves
  const isUnmuted = row.owner_id === null && (await repository.deleteMute(tx, row.id, actor.accountId))
  const left = pauses.withoutPauses(given, (entry) =>
    isAdmin ? entry !== pauses.BY_GLOBAL_SWITCH : !pauses.isByAdministrator(entry),
  )
  const isNothingLifted = !isUnmuted && Object.keys(left).length === Object.keys(given).length
  if (isNothingLifted && Object.keys(given).length > 0) {
    if (isAdmin) throw new Conflict('The global switch is on: it pauses every managed agent')
    throw byAdministrator()
  }
  await savePauses(services, tx, row, left)
}

/**
 * Saves who paused the agent. What is on its way to it ends with a pause; and with its end what slipped in while other
 * nodes didn't know of it yet: it is never delivered later (docs/rules/deliveries.md#paused).
 */
async function savePauses(
  { undeliver }: ControlServices,
  tx: Tx,
  row: repository.ControlRow,
  now: pauses.Pauses,
): Promise<void> {
  const why = pauses.shownPauses(now).reason ?? row.disabled_reason
  await repository.savePauses(tx, row.id, now)
  if (row.disabled_by.length > 0 || Object.keys(now).length > 0) {
    await undeliver(tx, [row.id], why ?? 'This agent is paused')
  }
}

async function switchForOneself(
  { tx, clock }: { tx: Tx; clock: Clock },
  { accountId }: PersonActor,
  { id: agentId, disabled_by: by }: repository.ControlRow,
  { disabled, reason }: ControlChange,
): Promise<void> {
  if (disabled === true) {
    const at = new Date(clock.now())
    await repository.saveMute(tx, { agentId, accountId, reason: reason || OWNER_REASON, at })
  }
  if (disabled !== false) return
  const isLifted = await repository.deleteMute(tx, agentId, accountId)
  if (!isLifted && by.length > 0) throw byAdministrator()
}

async function auditChange(
  { tx, clock }: { tx: Tx; clock: Clock },
  actor: PersonActor,
  before: repository.ControlRow,
  ip: string | undefined,
): Promise<void> {
  const after = await repository.findControl(tx, before.id)
  if (after === undefined) return
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: 'agent_control_changed',
    target: { type: 'agent', id: before.id, name: before.handle },
    before: { ...pausedControl(before), ...limitsOf(before) },
    after: { ...pausedControl(after), ...limitsOf(after) },
    ...(ip !== undefined && { ip }),
  })
}

const byAdministrator = () =>
  new Forbidden('An administrator paused this agent; only an administrator can resume it')

/** The guide is everyone's: their switch is for their own messages alone, an administrator's for all. */
function isOwnSwitch({ role }: PersonActor, { owner_id: ownerId }: repository.ControlRow): boolean {
  return ownerId === null && role !== 'admin'
}

function muteOf(db: Db, actor: PersonActor, row: repository.ControlRow) {
  return row.owner_id === null ? ownMute(db, actor, row.id) : undefined
}

async function ownMute(db: Db, { accountId, username }: PersonActor, agentId: string) {
  const reason = await repository.findMute(db, agentId, accountId)
  return reason === undefined ? undefined : { entry: pauses.byOwner(username), reason }
}

async function requireControllable(
  db: Db,
  actor: PersonActor,
  row: repository.ControlRow | undefined,
  id: string,
): Promise<repository.ControlRow> {
  if (row === undefined) throw noSuchAgent()
  const isTheirs = row.owner_id === actor.accountId || row.owner_id === null
  if (isTheirs || actor.role === 'admin') return row
  const meeting = { agentId: id, viewerId: actor.accountId, preferred: null }
  if ((await findMeetingPlace(db, meeting)) === null) throw noSuchAgent()
  throw new Forbidden('Only its owner or an administrator may control this agent')
}

function requireTarget({ handle }: repository.ControlRow, target: string | null | undefined): void {
  if (target === null || target === undefined) return
  if (target.trim().replace(/^@/, '').toLowerCase() !== handle) {
    throw invalid(['body', 'target_slug'], `This is the address of @${handle}`)
  }
}

/** The limits after the change; `undefined` when they stay. @throws Forbidden for anyone but administrators. */
function newLimits(
  { role }: PersonActor,
  row: repository.ControlRow,
  change: ControlChange,
): repository.Limits | undefined {
  const isChanged = LIMITS.some((limit) => change[limit] !== undefined && change[limit] !== row[limit])
  if (!isChanged) return undefined
  if (role !== 'admin') throw new Forbidden('Only administrators set the limits of agents')
  const given = Object.fromEntries(
    LIMITS.map((limit) => [limit, change[limit] === undefined ? row[limit] : change[limit]]),
  )
  // one for each of the four
  return given as unknown as repository.Limits
}
