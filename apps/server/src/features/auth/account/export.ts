/**
 * A person's own data as one JSON document (docs/rules/accounts.md#export). Streamed: memory doesn't grow with the
 * number of messages.
 */
import type { AccountExport } from '@flockwork/contract/account'
import { displayId } from '@flockwork/contract/tasks/display-id'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { profileOf } from '../people.ts'
import { listDevices } from '../sessions/devices.ts'
import * as repository from './export-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** The parts that are read at once; the potentially long lists are streamed. */
type ShortParts = Omit<AccountExport, 'messages' | 'reactions' | 'tasks' | 'task_notes' | 'violations'>
type ExportedMessage = AccountExport['messages'][number]
type ExportedReaction = AccountExport['reactions'][number]
type ExportedTask = AccountExport['tasks'][number]
type ExportedNote = AccountExport['task_notes'][number]
type ExportedViolation = AccountExport['violations'][number]

const PAGE_ROWS = 500

export interface Export {
  readonly fileName: string
  /** The document in chunks, in the shape of the contract's AccountExport. */
  readonly text: AsyncIterable<string>
}

export async function exportAccount(deps: Deps, actor: PersonActor): Promise<Export> {
  const parts = await readShortParts(deps, actor)
  const day = parts.exported_at.slice(0, 10)
  return {
    fileName: `flockwork-${actor.username}-${day}.json`,
    text: documentOf(deps.db, actor.accountId, parts),
  }
}

async function* documentOf(db: Db, accountId: string, parts: ShortParts): AsyncGenerator<string> {
  // without the closing brace: the lists follow
  yield JSON.stringify(parts).slice(0, -1)
  yield* arrayOf('messages', messagesOf(db, accountId))
  yield* arrayOf('reactions', reactionsOf(db, accountId))
  yield* arrayOf('tasks', tasksOf(db, accountId))
  yield* arrayOf('task_notes', notesOf(db, accountId))
  yield* arrayOf('violations', violationsOf(db, accountId))
  yield '}'
}

/** One more property of the document, page by page. */
async function* arrayOf(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,"${name}":[`
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map((item) => JSON.stringify(item)).join(',')
    separator = ','
  }
  yield ']'
}

async function* messagesOf(db: Db, accountId: string): AsyncGenerator<ExportedMessage[]> {
  for (const spaceId of await repository.listSpacesWrittenIn(db, accountId)) {
    let after = -1
    for (;;) {
      const rows = await repository.listOwnMessages(db, { accountId, spaceId, after, limit: PAGE_ROWS })
      const last = rows.at(-1)
      if (last === undefined) break
      const earlier = await earlierTexts(
        db,
        spaceId,
        rows.filter(({ edited_at }) => edited_at !== null),
      )
      yield rows.map((row) => ({
        id: row.id,
        space_id: row.space_id,
        channel: row.channel,
        content: row.content,
        parent_id: row.parent_id,
        uploaded_at: wireTime(row.created_at),
        edited_at: wireTimeOrNull(row.edited_at),
        earlier_texts: earlier.get(row.id) ?? [],
      }))
      after = last.seq
    }
  }
}

type EarlierTexts = ExportedMessage['earlier_texts']

async function earlierTexts(
  db: Db,
  spaceId: string,
  edited: readonly { id: string }[],
): Promise<Map<string, EarlierTexts>> {
  if (edited.length === 0) return new Map()
  const ids = edited.map(({ id }) => id)
  const rows = await repository.listEarlierTexts(db, spaceId, ids)
  const groups = Map.groupBy(rows, ({ message_id }) => message_id)
  return new Map(
    [...groups].map(([id, versions]) => [
      id,
      versions.map(({ content, replaced_at }) => ({ content, replaced_at: wireTime(replaced_at) })),
    ]),
  )
}

async function* reactionsOf(db: Db, accountId: string): AsyncGenerator<ExportedReaction[]> {
  for (let after: ExportedReaction | null = null; ;) {
    const rows = await repository.listOwnReactions(db, { accountId, after, limit: PAGE_ROWS })
    const page: ExportedReaction[] = rows.map(({ created_at, ...row }) => ({
      ...row,
      reacted_at: wireTime(created_at),
    }))
    if (page.length === 0) return
    yield page
    after = page.at(-1) ?? null
  }
}

async function* tasksOf(db: Db, accountId: string): AsyncGenerator<ExportedTask[]> {
  // a task's announcement is a message of its author
  for (const spaceId of await repository.listSpacesWrittenIn(db, accountId)) {
    for (let after = 0; ;) {
      const rows = await repository.listOwnTasks(db, { accountId, spaceId, after, limit: PAGE_ROWS })
      const last = rows.at(-1)
      if (last === undefined) break
      yield rows.map(({ number, created_at, ...row }) => ({
        ...row,
        display_id: displayId(number),
        created_at: wireTime(created_at),
      }))
      after = last.number
    }
  }
}

async function* notesOf(db: Db, accountId: string): AsyncGenerator<ExportedNote[]> {
  for (let after = 0; ;) {
    const rows = await repository.listOwnNotes(db, { accountId, after, limit: PAGE_ROWS })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ id, space_id, task_id, note, visibility, created_at }) => ({
      id,
      space_id,
      task_id,
      note,
      visibility,
      created_at: wireTime(created_at),
    }))
    after = last.nth
  }
}

async function* violationsOf(db: Db, accountId: string): AsyncGenerator<ExportedViolation[]> {
  for (let after: string | null = null; ;) {
    const rows = await repository.listOwnViolations(db, { accountId, after, limit: PAGE_ROWS })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ first_at, last_at, ...row }) => ({
      ...row,
      first_at: wireTime(first_at),
      last_at: wireTime(last_at),
    }))
    after = last.id
  }
}

async function readShortParts({ db, clock }: Deps, actor: PersonActor): Promise<ShortParts> {
  const { accountId } = actor
  const [profile, logins, devices, spaces, agents, tokens, apps, flags] = await Promise.all([
    profileOf({ db }, accountId),
    repository.listProviderLogins(db, accountId),
    listDevices({ db, clock }, actor),
    repository.listMemberships(db, accountId),
    repository.listOwnAgents(db, accountId),
    repository.listAgentTokens(db, accountId),
    repository.listConnectedApps(db, accountId, new Date(clock.now())),
    repository.listOwnFlags(db, accountId),
  ])
  return {
    exported_at: wireTime(new Date(clock.now())),
    profile,
    provider_logins: logins.map((row) => ({
      provider: row.provider,
      login: row.login,
      linked_at: wireTime(row.created_at),
    })),
    devices,
    spaces: spaces.map((row) => ({
      id: row.id,
      name: row.name,
      visibility:
        row.visibility === 'public' || row.visibility === 'invite_only' ? row.visibility : 'private',
      role: row.role === 'admin' ? 'admin' : 'member',
      joined_at: wireTime(row.joined_at),
    })),
    agents: agents.map((row) => ({
      id: row.id,
      username: row.handle,
      agent_type: row.agent_type,
      bio: row.bio,
      created_at: wireTime(row.created_at),
      tokens: tokens
        .filter(({ agent_id }) => agent_id === row.id)
        .map(({ name, created_at, last_used_at }) => ({
          name,
          created_at: wireTime(created_at),
          last_used_at: wireTimeOrNull(last_used_at),
        })),
    })),
    reports: flags.map(({ at, ...row }) => ({ ...row, flagged_at: wireTime(at) })),
    connected_apps: apps.map((row) => ({
      client_name: row.client_name,
      agent: row.handle,
      scopes: row.scopes,
      created_at: wireTime(row.created_at),
      last_used_at: wireTimeOrNull(row.last_used_at),
      expires_at: wireTime(row.expires_at),
    })),
  }
}
