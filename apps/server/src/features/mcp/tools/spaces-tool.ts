/** The tool `spaces`: the agent's spaces, their channels and members, and switching the current one. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { MEMBERS_PAGE, type Space } from '@flockwork/contract/spaces'
import type { AgentActor } from '../../../platform/actor.ts'
import { Forbidden, SpaceOutOfReach, invalid } from '../../../platform/errors.ts'
import { switchHomeSpace } from '../../agents/index.ts'
import { listChannels } from '../../messages/index.ts'
import { findSpace, listMembers, listSpacesOf } from '../../spaces/index.ts'
import { agentLine, agentsIn, type ShownAgent } from './agents-tool.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { sizeOf } from '../answers/budget.ts'
import { counted } from '../answers/present-task.ts'
import { QUOTED } from '../answers/quoted.ts'
import { succeed, withFacts } from '../answers/result.ts'
import { pageOf, restOf } from './list-page.ts'
import { SpacesArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'
import { textOf } from './values.ts'

export const spacesTool = defineTool({
  name: 'spaces',
  title: 'Spaces',
  description: 'The spaces you act in, who is in them, and the current one.',
  schema: SpacesArguments,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  unpublished: ['detail'],
  actions: {
    list: { scope: 'mcp', run: listSpaces },
    current: { scope: 'mcp', run: showCurrent },
    switch: { scope: 'spaces:switch', run: switchSpace },
    info: { scope: 'mcp', run: showSpace },
    members: { scope: 'mcp', run: showMembers },
  },
  defaultAction: 'list',
  // descriptions and bios are written by people and agents
  complete: (answer) => withFacts(answer, { note: QUOTED }),
})

const HOW_TO_MOVE = 'To post in another, call spaces with action switch and its slug as space_id.'

async function listSpaces(
  { db }: ToolServices,
  { actor }: ToolCall,
  args: SpacesArguments,
): Promise<CallToolResult> {
  const spaces = await spacesFor(db, actor)
  const page = pageOf(spaces.map(present), args, (space) => sizeOf([lineOf(space)], space))
  const facts = {
    spaces: page.items,
    total: page.total,
    current: currentOf(spaces, actor),
    next_cursor: page.nextCursor,
  }
  if (spaces.length === 0) {
    const next = 'You are in no space now. Ask your owner to move you into one.'
    return succeed(next, { ...facts, next })
  }
  const next = [HOW_TO_MOVE, ...restOf(page)]
  const lines = [counted(page.total, 'space'), '', ...page.items.map(lineOf), '', QUOTED, ...next]
  return succeed(lines.join('\n'), { ...facts, next: next.join(' ') })
}

async function showCurrent({ db }: ToolServices, { actor }: ToolCall): Promise<CallToolResult> {
  const current = currentOf(await spacesFor(db, actor), actor)
  if (current === null) throw new Forbidden('You act in no space now. Ask your owner to move you into one')
  return succeed([lineOf(current), QUOTED, HOW_TO_MOVE].join('\n'), {
    spaces: [current],
    current,
    next: HOW_TO_MOVE,
  })
}

async function switchSpace(
  { db, clock, invalidateAccount }: ToolServices,
  { actor }: ToolCall,
  args: SpacesArguments,
): Promise<CallToolResult> {
  const spaces = await spacesFor(db, actor)
  if (textOf(args.space_id) === undefined) {
    throw invalid(['space_id'], `switch needs the id or slug of a space: ${namesOf(spaces)}`)
  }
  const { id } = requireSpace(spaces, actor, args)
  await switchHomeSpace({ db, clock }, actor, id)
  await invalidateAccount(actor.accountId)
  const moved = await listSpacesOf(db, actor.accountId, id)
  const current = currentOf(moved, { ...actor, homeSpaceId: id })
  const page = pageOf(moved.map(present), {}, (space) => sizeOf([], space))
  const next = 'You act there now: messages without a parent are posted there.'
  const lines = [...(current === null ? [] : [lineOf(current)]), QUOTED, next]
  return succeed(lines.join('\n'), { spaces: page.items, current, next_cursor: page.nextCursor, next })
}

async function showSpace(
  { db }: ToolServices,
  { actor }: ToolCall,
  args: SpacesArguments,
): Promise<CallToolResult> {
  const spaces = await spacesFor(db, actor)
  const space = requireSpace(spaces, actor, args)
  const { details } = await listChannels({ db }, actor, space.id)
  const channels = details.filter(({ archived }) => !archived)
  const page = pageOf(channels, { ...args, limit: args.limit ?? CHANNELS_SHOWN }, (channel) =>
    sizeOf([channel.name], channel),
  )
  const next = ['To post in a channel, send with channel.', ...restOf(page)]
  const lines = [
    lineOf(present(space)),
    `Channels: ${page.items.map(({ name }) => `#${name}`).join(', ')}`,
    QUOTED,
    ...next,
  ]
  return succeed(lines.join('\n'), {
    spaces: [{ ...present(space), channels: page.items }],
    current: currentOf(spaces, actor),
    next_cursor: page.nextCursor,
    next: next.join(' '),
  })
}

const CHANNELS_SHOWN = 100

async function showMembers(
  services: ToolServices,
  { actor }: ToolCall,
  args: SpacesArguments,
): Promise<CallToolResult> {
  const spaces = await spacesFor(services.db, actor)
  const space = requireSpace(spaces, actor, args)
  const people = await listMembers(services, actor, space.id, { limit: MEMBERS_PAGE })
  const members = people.members.map(({ username, full_name: name, role }) => ({
    handle: username,
    name,
    role,
    type: 'user' as const,
  }))
  const agents = await agentsIn(services, actor, space.id)
  const sorted = agents.toSorted((one, other) => (one.handle < other.handle ? -1 : 1))
  const page = pageOf([...members, ...sorted], args, (one) => sizeOf([memberLine(one)], one))
  const left = people.total_members - members.length
  const unlisted = left > 0 ? [`${left} people who joined later aren't listed.`] : []
  const next = [...unlisted, ...restOf(page)]
  const lines = [
    `${people.total_members} people, ${counted(agents.length, 'agent')} in ${space.slug}`,
    '',
    ...page.items.map(memberLine),
    '',
    QUOTED,
    ...next,
  ]
  return succeed(lines.join('\n'), {
    spaces: [present(space)],
    members: page.items.filter((one) => one.type === 'user'),
    agents: page.items.filter((one) => one.type !== 'user'),
    total: people.total_members + agents.length,
    current: currentOf(spaces, actor),
    next_cursor: page.nextCursor,
    next: next.join(' '),
  })
}

type Shown =
  | ShownAgent
  | { readonly handle: string; readonly name: string | null; readonly role: string; readonly type: 'user' }

function memberLine(one: Shown): string {
  if (!('role' in one)) return agentLine(one)
  const { handle, name, role } = one
  return `• @${handle} (person${role === 'admin' ? ', admin' : ''}${name === null || name === '' ? '' : `, named ${onOneLine(name)}`})`
}

function spacesFor(db: ToolServices['db'], { accountId, homeSpaceId }: AgentActor): Promise<Space[]> {
  return listSpacesOf(db, accountId, homeSpaceId)
}

/** The named space, or the current one. @throws SpaceOutOfReach, with the names of the agent's spaces. */
function requireSpace(
  spaces: readonly Space[],
  actor: AgentActor,
  { space_id: given }: SpacesArguments,
): Space {
  const named = textOf(given)
  const space = findSpace(spaces, named ?? actor.homeSpaceId ?? '')
  if (space !== undefined) return space
  throw new SpaceOutOfReach(
    named === undefined
      ? 'You act in no space now. Ask your owner to move you into one'
      : `No space ${named} of yours. Yours are ${namesOf(spaces)}`,
  )
}

function present(space: Space) {
  const { id, name, slug, visibility, description, is_personal, member_count, is_current, role } = space
  return { id, name, slug, visibility, description, is_personal, member_count, is_current, role }
}

function currentOf(spaces: readonly Space[], { homeSpaceId }: AgentActor) {
  const space = spaces.find(({ id }) => id === homeSpaceId)
  return space === undefined ? null : present(space)
}

function namesOf(spaces: readonly Space[]): string {
  return spaces.length === 0 ? 'none' : spaces.map(({ slug }) => slug).join(', ')
}

function lineOf(space: ReturnType<typeof present>): string {
  const { name, slug, visibility, member_count: people, is_current: isCurrent, description, role } = space
  const parts = [
    slug,
    visibility,
    `${people} people`,
    ...(role === null ? [] : [role]),
    ...(isCurrent ? ['current'] : []),
  ]
  const described = description === null || description === '' ? '' : `: ${onOneLine(description)}`
  return `• ${onOneLine(name)} (${parts.join(', ')})${described}`
}
