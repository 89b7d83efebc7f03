/** The kill switch and the limits of an agent (docs/rules/agents.md#kill-switch). */
import { isDeepStrictEqual } from 'node:util'
import type { ControlState } from '@flockwork/contract/agent-control'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { noSuchAgent, whyRefused } from '../access.ts'
import { LIMITS, guardReason, type ControlChange, type ControlServices } from './change.ts'
import * as repository from './repository.ts'
import { switchAll } from './global-switch.ts'
import { findOwnMute, limitsOf, pausedControl, stateOf } from './state.ts'
import * as pauses from './pauses.ts'

const OWNER_REASON = 'Disabled by owner via kill switch'
const AGENT_REASON = 'Disabled by an administrator'

/** @throws NotFound for an agent that the caller can't see, Forbidden for another person's. */
export async function readControl(
  { db }: Pick<ControlServices, 'db'>,
  actor: PersonActor,
  id: string,
): Promise<ControlState> {
  const row = await requireControllable(db, actor, await repository.findControl(db, id), id)
  const mute = row.owner_id === null ? await findOwnMute(db, actor, row.id) : undefined
  return stateOf(row, mute)
}

/**
 * Pauses or resumes an agent, or all managed ones, and sets limits. An owner lifts only their own pause, an
 * administrator every pause but the global switch's, which is lifted only globally.
 * @throws Forbidden, NotFound, Conflict, GuardrailViolation, Invalid for a `target_slug` that isn't the agent's.
 */
export async function changeControl(
  services: ControlServices,
  actor: PersonActor,
  id: string,
  change: ControlChange,
  once: Once<ControlState>,
): Promise<ControlState> {
  if (change.scope === 'global') return switchAll(services, actor, id, change, once)
  const { db, clock, invalidateAccounts } = services
  const before = await requireControllable(db, actor, await repository.findControl(db, id), id)
  requireTarget(before, change.target_slug)
  await guardReason(services, actor, change)

  const state = await once(async (tx) => {
    const row = await repository.findControlForUpdate(tx, id)
    if (row === undefined) throw noSuchAgent()
    const limits = newLimits(actor, row, change)
    if (isMuting(actor, row)) await changeMute({ tx, clock }, actor, row, change)
    else await changePause(services, tx, actor, row, change)
    if (limits !== undefined) await repository.saveLimits(tx, id, limits)
    if (actor.role === 'admin') await auditChange({ tx, clock }, actor, row, change.ip)
    // at the commit, so that no node goes on serving it even if this one crashes right after it
    await publishOnCommit(tx, { kind: 'account_changed', accountId: id })
    return readControl({ db: tx }, actor, id)
  })
  await invalidateAccounts([id])
  return state
}

async function changePause(
  services: ControlServices,
  tx: Tx,
  actor: PersonActor,
  row: repository.ControlRow,
  { disabled, reason }: ControlChange,
): Promise<void> {
  if (disabled === null || disabled === undefined) return
  const isOwner = row.owner_id === actor.accountId
  const current = pauses.pausesOf(row)
  if (disabled) {
    const entry = isOwner ? pauses.byOwner(actor.username) : pauses.BY_ADMINISTRATOR
    const why = reason || (isOwner ? OWNER_REASON : AGENT_REASON)
    await savePauses(services, tx, row, pauses.withPause(current, entry, why))
    return
  }

  const isAdmin = actor.role === 'admin'
  // an administrator may have muted it before becoming one
  const isUnmuted = row.owner_id === null && (await repository.deleteMute(tx, row.id, actor.accountId))
  const left = pauses.withoutPauses(current, (entry) =>
    isAdmin ? entry !== pauses.BY_GLOBAL_SWITCH : !pauses.isByAdministrator(entry),
  )
  const isNothingLifted = !isUnmuted && Object.keys(left).length === Object.keys(current).length
  if (isNothingLifted && Object.keys(current).length > 0) {
    if (isAdmin) throw new Conflict('The global switch is on: it pauses every managed agent')
    throw byAdministrator()
  }
  await savePauses(services, tx, row, left)
}

/**
 * Saves who paused the agent, and cancels its pending deliveries: what was addressed to a paused agent is never
 * delivered later (docs/rules/deliveries.md#paused). Also when the pause ends, for messages posted on a node that
 * hadn't noticed the pause yet.
 */
async function savePauses(
  { cancelDeliveries }: ControlServices,
  tx: Tx,
  row: repository.ControlRow,
  next: pauses.Pauses,
): Promise<void> {
  const why = pauses.shownPauses(next).reason ?? row.disabled_reason
  await repository.savePauses(tx, row.id, next)
  if (row.disabled_by.length > 0 || Object.keys(next).length > 0) {
    await cancelDeliveries(tx, [row.id], why ?? 'This agent is paused')
  }
}

async function changeMute(
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
  ip: string | null | undefined,
): Promise<void> {
  const row = await repository.findControl(tx, before.id)
  if (row === undefined) return
  const [from, to] = [controlOf(before), controlOf(row)]
  // a repeat changes nothing
  if (isDeepStrictEqual(from, to)) return
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: 'agent_control_changed',
    target: { type: 'agent', id: before.id, name: before.handle },
    before: from,
    after: to,
    ...(ip !== undefined && { ip }),
  })
}

const controlOf = (row: repository.ControlRow) => ({ ...pausedControl(row), ...limitsOf(row) })

const byAdministrator = () =>
  new Forbidden('An administrator paused this agent; only an administrator can resume it')

/** The guide belongs to everyone: a person mutes it for their own messages, an administrator pauses it. */
function isMuting({ role }: PersonActor, { owner_id: ownerId }: repository.ControlRow): boolean {
  return ownerId === null && role !== 'admin'
}

async function requireControllable(
  db: Db,
  actor: PersonActor,
  row: repository.ControlRow | undefined,
  id: string,
): Promise<repository.ControlRow> {
  if (row === undefined) throw noSuchAgent()
  if (row.owner_id === actor.accountId || actor.role === 'admin') return row
  const refusal = await whyRefused(db, actor, id, 'Only its owner or an administrator may control this agent')
  // everybody who shares a space with it may mute an agent without an owner
  if (row.owner_id === null && refusal instanceof Forbidden) return row
  throw refusal
}

function requireTarget({ handle }: repository.ControlRow, target: string | null | undefined): void {
  if (target === null || target === undefined) return
  if (target.trim().replace(/^@/, '').toLowerCase() !== handle) {
    throw invalid(['body', 'target_slug'], `This is the address of @${handle}`)
  }
}

/** The limits after the change; `undefined` if unchanged. @throws Forbidden for anyone but administrators. */
function newLimits(
  { role }: PersonActor,
  row: repository.ControlRow,
  change: ControlChange,
): repository.Limits | undefined {
  const isChanged = LIMITS.some((limit) => change[limit] !== undefined && change[limit] !== row[limit])
  if (!isChanged) return undefined
  if (role !== 'admin') throw new Forbidden('Only administrators set the limits of agents')
  const next = Object.fromEntries(
    LIMITS.map((limit) => [limit, change[limit] === undefined ? row[limit] : change[limit]]),
  )
  // all four are set above
  return next as unknown as repository.Limits
}
