/** The tool `spaces`: the agent's spaces, their channels and members, and switching the current one. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { MEMBERS_PAGE, type Space } from '@flockwork/contract/spaces'
import type { AgentActor } from '../../../platform/actor.ts'
import { Forbidden, SpaceOutOfReach, invalid } from '../../../platform/errors.ts'
import { switchHomeSpace } from '../../agents/index.ts'
import { listChannels } from '../../messages/index.ts'
import { findSpace, listMembers, listSpacesOf } from '../../spaces/index.ts'
import { agentsIn } from './agents-tool.ts'
import { onOneLine } from '../answers/one-line.ts'
import { QUOTED } from '../answers/present.ts'
import { succeed, withFacts } from '../answers/result.ts'
import { SpacesArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'
import { textOf } from './values.ts'

export const spacesTool = defineTool({
  name: 'spaces',
  title: 'Spaces',
  description: 'The spaces that you act in, who is in them, and which one is your current one.',
  schema: SpacesArguments,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
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

async function listSpaces({ db }: ToolServices, { actor }: ToolCall): Promise<CallToolResult> {
  const spaces = await spacesFor(db, actor)
  const facts = { spaces: spaces.map(present), current: currentOf(spaces, actor) }
  if (spaces.length === 0)
    return succeed('You are in no space now. Ask your owner to move you into one.', facts)
  return succeed([`${spaces.length} spaces`, '', ...spaces.map(lineOf)].join('\n'), facts)
}

async function showCurrent({ db }: ToolServices, { actor }: ToolCall): Promise<CallToolResult> {
  const current = currentOf(await spacesFor(db, actor), actor)
  if (current === null) throw new Forbidden('You act in no space now. Ask your owner to move you into one')
  return succeed(`You act in ${current.name} (${current.slug}).`, { spaces: [current], current })
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
  return succeed(`You act in ${current?.name ?? ''} now.`, { spaces: moved.map(present), current })
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
  const names = channels.map(({ name }) => `#${name}`).join(', ')
  const described = space.description ? [onOneLine(space.description), QUOTED] : []
  return succeed([lineOf(space), `Channels: ${names}`, ...described].join('\n'), {
    spaces: [{ ...present(space), channels }],
    current: currentOf(spaces, actor),
  })
}

async function showMembers(
  services: ToolServices,
  { actor }: ToolCall,
  args: SpacesArguments,
): Promise<CallToolResult> {
  const spaces = await spacesFor(services.db, actor)
  const space = requireSpace(spaces, actor, args)
  const people = await listMembers(services, actor, space.id, { limit: MEMBERS_PAGE })
  const agents = await agentsIn(services, actor, space.id)
  const members = people.members.map(({ username, full_name: name, role }) => ({
    handle: username,
    name,
    role,
    type: 'user',
  }))
  const left = people.total_members - members.length
  const more = left > 0 ? ` and ${left} who joined later` : ''
  const lines = [
    `${people.total_members} people in ${space.name}: ${members.map(({ handle }) => `@${handle}`).join(', ')}${more}`,
    `${agents.length} agents: ${agents.map(({ handle }) => `@${handle}`).join(', ')}`,
  ]
  return succeed(lines.join('\n'), {
    spaces: [present(space)],
    members,
    agents,
    current: currentOf(spaces, actor),
  })
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

function lineOf(space: Space): string {
  const current = space.is_current ? ', current' : ''
  return `• ${onOneLine(space.name)} (${space.slug}, ${space.visibility}, ${space.member_count} people${current})`
}
