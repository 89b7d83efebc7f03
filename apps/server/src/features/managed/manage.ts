/** Creating, changing and removing managed agents (docs/rules/managed-agents.md#making-one). */
import type { adminManagedRoutes, ManagedAgent } from '@flockwork/contract/admin/managed'
import type { Body } from '@flockwork/contract/route'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { HANDLE_CONSTRAINTS, isUniqueViolation, type Db, type Tx } from '../../platform/database.ts'
import { Conflict, invalid, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEventsInSpaces } from '../../platform/outbox.ts'
import { insertManagedAgent, placeManagedAgent, retireManagedAgent } from '../agents/index.ts'
import { readBudget, replaceCaps, usageOfAgents } from '../budgets/index.ts'
import { writingOf } from '../guardrails/index.ts'
import { LEFT_SPACE } from '../spaces/index.ts'
import * as repository from './repository.ts'
import type { ManagedServices } from './services.ts'

type Wanted = Body<typeof adminManagedRoutes.update>

const BIO = 'An agent of this instance.'

export async function listManaged(
  services: ManagedServices,
): Promise<{ agents: ManagedAgent[]; default_model: string | null }> {
  const rows = await repository.listManaged(services.db)
  return { agents: await present(services, services.db, rows), default_model: services.defaultModel }
}

/** @throws Conflict for a taken name; Invalid for unknown spaces and caps that can't be kept; GuardrailViolation. */
export async function createManaged(
  services: ManagedServices,
  actor: PersonActor,
  { name, ...wanted }: Body<typeof adminManagedRoutes.create>,
  once: Once<ManagedAgent>,
): Promise<ManagedAgent> {
  const { clock, guard } = services
  await requirePossible(services, wanted)
  await guard(`${name}\n${textsOf(wanted)}`, writingOf(actor, 'bio', null))
  const at = new Date(clock.now())
  const id = orderedId(clock.now())
  try {
    return await once(async (tx) => {
      await insertManagedAgent(tx, { id, handle: name, bio: BIO, at })
      await repository.insertManaged(tx, id, settingsOf(wanted), { by: actor.accountId, at })
      await replaceCaps(tx, { subject: 'agent', id }, wanted.caps)
      const joined = await placeManagedAgent(tx, id, wanted.space_ids, at)
      await audit(tx, clock, {
        actorId: actor.accountId,
        action: 'managed_agent_created',
        target: { type: 'agent', id, name },
        after: shownIn(wanted),
      })
      await appendEventsInSpaces(tx, clock, joined)
      return presentOne(services, tx, id)
    })
  } catch (error) {
    if (isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw new Conflict('This agent name is taken')
    throw error
  }
}

/** @throws as createManaged; NotFound unless it is a managed agent. */
export async function updateManaged(
  services: ManagedServices,
  actor: PersonActor,
  id: string,
  wanted: Wanted,
  once: Once<ManagedAgent>,
): Promise<ManagedAgent> {
  const { db, clock, guard, invalidateAccount, cancelDeliveries } = services
  const before = await requireManaged(db, id)
  await requirePossible(services, wanted)
  await guard(textsOf(wanted), writingOf(actor, 'bio', null))
  const at = new Date(clock.now())
  const changed = await once(async (tx) => {
    if (!(await repository.lockManaged(tx, id))) throw noSuchManaged()
    await repository.saveManaged(tx, id, settingsOf(wanted), at)
    await replaceCaps(tx, { subject: 'agent', id }, wanted.caps)
    const wasIn = (await repository.listSpaces(tx, [id])).map(({ id: spaceId }) => spaceId)
    const moved = await placeManagedAgent(tx, id, wanted.space_ids, at)
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'managed_agent_changed',
      target: { type: 'agent', id, name: before.handle },
      before: { instructions: before.instructions, model: before.model, tools: before.tools },
      after: shownIn(wanted),
    })
    const changed = await presentOne(services, tx, id)
    const left = wasIn.filter((spaceId) => !wanted.space_ids.includes(spaceId))
    await cancelDeliveries(tx, { agentId: id, spaceIds: left, why: LEFT_SPACE, events: moved })
    return changed
  })
  await invalidateAccount(id)
  return changed
}

/** Its messages stay, and its name stays taken. @throws NotFound unless it is a managed agent. */
export async function removeManaged(
  services: ManagedServices,
  actor: PersonActor,
  id: string,
  once: Once<void>,
): Promise<void> {
  const { db, clock, invalidateAccount, cancelDeliveries } = services
  const { handle } = await requireManaged(db, id)
  await once(async (tx) => {
    if (!(await repository.lockManaged(tx, id))) throw noSuchManaged()
    const events = await retireManagedAgent(tx, id, new Date(clock.now()))
    await repository.deleteManaged(tx, id)
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'managed_agent_removed',
      target: { type: 'agent', id, name: handle },
    })
    await cancelDeliveries(tx, { agentId: id, why: 'This agent was removed', events })
  })
  await invalidateAccount(id)
}

/** The texts that others could read, also in the audit log. */
const textsOf = ({ instructions, model }: Wanted) => `${instructions}\n${model ?? ''}`

const noSuchManaged = () => new NotFound('No such managed agent')

async function requireManaged(db: Db, id: string): Promise<repository.ManagedRow> {
  const row = await repository.findManaged(db, id)
  if (row === undefined) throw noSuchManaged()
  return row
}

async function requirePossible(
  { db, budgets }: ManagedServices,
  { space_ids: ids, caps }: Wanted,
): Promise<void> {
  const spaceIds = new Set(ids)
  if ((await repository.countSpaces(db, [...spaceIds])) !== spaceIds.size) {
    throw invalid(['body', 'space_ids'], 'One of these spaces is not there any more')
  }
  if (new Set(caps.map(({ unit, span }) => `${unit} ${span}`)).size !== caps.length) {
    throw invalid(['body', 'caps'], 'One cap for each unit and span')
  }
  if (budgets.price === null && caps.some(({ unit }) => unit === 'microdollars')) {
    throw invalid(
      ['body', 'caps'],
      'A cap in dollars needs the prices of the model: the operator sets LLM_PRICE_INPUT and LLM_PRICE_OUTPUT',
    )
  }
}

function settingsOf({ instructions, model, tools }: Wanted): repository.Settings {
  return { instructions, model: model ?? null, tools: [...new Set(tools)] }
}

function shownIn({ instructions, model, tools, space_ids: spaceIds, caps }: Wanted) {
  return { instructions, model: model ?? null, tools, space_ids: spaceIds, caps }
}

async function presentOne(services: ManagedServices, tx: Tx, id: string): Promise<ManagedAgent> {
  const [agent] = await present(services, tx, [await requireManaged(tx, id)])
  if (agent === undefined) throw noSuchManaged()
  return agent
}

async function present(
  services: ManagedServices,
  db: Db | Tx,
  rows: readonly repository.ManagedRow[],
): Promise<ManagedAgent[]> {
  const ids = rows.map(({ id }) => id)
  const spaces = Map.groupBy(await repository.listSpaces(db, ids), (row) => row.agent_id)
  const usage = await usageOfAgents({ db, clock: services.clock }, ids, () => true)
  const agents: ManagedAgent[] = []
  for (const { id, handle, instructions, model, tools } of rows) {
    const { caps } = await readBudget({ ...services.budgets, db }, { subject: 'agent', id })
    agents.push({
      id,
      username: handle,
      instructions,
      model,
      tools,
      spaces: (spaces.get(id) ?? []).map(({ id: spaceId, name, slug }) => ({ id: spaceId, name, slug })),
      caps,
      usage: usage.get(id) ?? { source: 'measured', today: null, month: null },
    })
  }
  return agents
}
