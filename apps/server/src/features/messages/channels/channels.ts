/** Channels of a space (docs/rules/messages.md#channels). */
import { CHANNELS_PER_SPACE, HOME_CHANNEL } from '@flockwork/contract/limits'
import type { ChannelDetail } from '@flockwork/contract/channels'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { appendEvent } from '../../../platform/outbox.ts'
import { type Guard, writingOf } from '../../guardrails/index.ts'
import { enterSpace } from '../../spaces/index.ts'
import { isSpaceAdmin } from '../changing/change-repository.ts'
import { isAdministrator } from '../changing/change.ts'
import { requireUnpaused } from '../pause.ts'
import * as repository from './channel-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

interface ChangeDeps extends Deps {
  readonly guard: Guard
}

/** Channels that older clients expect and that don't exist here. */
const RESERVED = new Set(['status', 'chaos'])

/** @throws NotFound for a space that the reader isn't in. */
export async function listChannels({ db }: Pick<Deps, 'db'>, reader: Actor, named: string | undefined) {
  const spaceId = await enterSpace(db, reader, named)
  const rows = await repository.listChannels(db, spaceId)
  return {
    channels: rows.filter(({ archived_at }) => archived_at === null).map(({ name }) => name),
    details: rows.map(present),
  }
}

/** @throws Conflict for a taken name, including an archived channel's, or too many channels. */
export async function createChannel(
  { db, clock, guard }: ChangeDeps,
  actor: Actor,
  { spaceId: named, name }: { spaceId: string | undefined; name: string },
  once: Once<ChannelDetail>,
): Promise<ChannelDetail> {
  const spaceId = await enterSpace(db, actor, named)
  requireUnreserved(name)
  await guard(name, writingOf(actor, 'channel', spaceId))
  return once(async (tx) => {
    await requireUnpaused(tx, clock, actor)
    const count = await repository.countChannelsForUpdate(tx, spaceId)
    const isNew = await repository.insertChannel(tx, spaceId, name, new Date(clock.now()))
    if (!isNew) throw new Conflict(`There is a channel ${name} already`)
    if (count >= CHANNELS_PER_SPACE) {
      throw new Conflict(`A space has at most ${CHANNELS_PER_SPACE} channels, archived ones too`)
    }
    return appendUpdate(tx, clock, spaceId, { name, post_count: 0, last_message_at: null, archived: false })
  })
}

interface ChannelChange {
  readonly spaceId: string | undefined
  readonly name: string
  readonly newName?: string | null | undefined
  readonly archived?: boolean | null | undefined
}

/**
 * Renames, archives or restores a channel. Its messages follow the new name.
 * @throws NotFound, Forbidden unless an admin of the space, Conflict for a taken name.
 */
export async function updateChannel(
  { db, clock, guard }: ChangeDeps,
  actor: Actor,
  { spaceId: named, name, newName, archived }: ChannelChange,
  once: Once<ChannelDetail>,
): Promise<ChannelDetail> {
  const spaceId = await enterSpace(db, actor, named)
  if (newName !== null && newName !== undefined) requireUnreserved(newName)
  const finalName = newName ?? name
  const requireChangeable = async <T>(on: Db, channel: T | undefined): Promise<T> => {
    if (channel === undefined) throw new NotFound('No such channel')
    const mayChange = isAdministrator(actor) || (await isSpaceAdmin(on, spaceId, actor.accountId))
    if (!mayChange) throw new Forbidden('Only admins of the space may change a channel')
    if (name === HOME_CHANNEL && (archived === true || finalName !== HOME_CHANNEL)) {
      throw new Conflict(`The channel ${HOME_CHANNEL} stays: messages without a channel go there`)
    }
    return channel
  }
  await requireChangeable(db, await repository.findChannelState(db, spaceId, name))
  if (finalName !== name) await guard(finalName, writingOf(actor, 'channel', spaceId))

  return once(async (tx) => {
    const channel = await requireChangeable(tx, await repository.lockChannel(tx, spaceId, name))
    const at = new Date(clock.now())
    if (finalName !== name) {
      const isRenamed = await repository.renameChannel(tx, spaceId, { from: name, to: finalName })
      if (!isRenamed) throw new Conflict(`There is a channel ${finalName} already`)
    }
    if (archived !== null && archived !== undefined) {
      await repository.setArchived(tx, spaceId, finalName, archived ? at : null)
    }
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'channel_changed',
      target: { type: 'channel', id: name, name: finalName },
      spaceId,
      before: { name, archived: channel.archived_at !== null },
      after: { name: finalName, archived: archived ?? channel.archived_at !== null },
    })
    const row = await repository.findChannel(tx, spaceId, finalName)
    if (row === undefined) throw new Error(`The channel ${finalName} is gone`)
    return appendUpdate(tx, clock, spaceId, present(row))
  })
}

function requireUnreserved(name: string): void {
  if (RESERVED.has(name)) throw invalid(['body', 'name'], `A channel can't be called ${name}`)
}

async function appendUpdate(
  tx: Tx,
  clock: Clock,
  spaceId: string,
  channel: ChannelDetail,
): Promise<ChannelDetail> {
  await appendEvent(tx, clock, { name: 'space_update', spaceId, payload: { action: 'channel', channel } })
  return channel
}

function present(row: Awaited<ReturnType<typeof repository.listChannels>>[number]): ChannelDetail {
  return {
    name: row.name,
    post_count: row.post_count,
    last_message_at: wireTimeOrNull(row.last_message_at),
    archived: row.archived_at !== null,
  }
}
