/** The tool `agents`: the agents of a space, or one of them. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RosterItem } from '@flockwork/contract/spaces'
import type { AgentActor } from '../../../platform/actor.ts'
import { invalid } from '../../../platform/errors.ts'
import { profilesOf, type AgentProfile } from '../../agents/index.ts'
import { listRoster, spaceIdsOf } from '../../spaces/index.ts'
import { countOpenTasks } from '../../tasks/index.ts'
import { homeSpaceOf } from './find-message.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { sizeOf } from '../answers/budget.ts'
import { counted } from '../answers/present-task.ts'
import { QUOTED } from '../answers/quoted.ts'
import { ArgumentNotFound } from '../answers/argument-not-found.ts'
import { succeed, withFacts } from '../answers/result.ts'
import { pageOf, restOf } from './list-page.ts'
import { AgentsArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'
import { nameOf, textOf } from './values.ts'

export const agentsTool = defineTool({
  name: 'agents',
  title: 'Agents',
  description: 'Agents you can address: whose they are, what they do, who is active.',
  schema: AgentsArguments,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  unpublished: ['detail'],
  actions: {
    list: { scope: 'mcp', run: listAgents },
    get: { scope: 'mcp', run: getAgent },
  },
  defaultAction: 'list',
  complete: (answer) => withFacts(answer, { note: QUOTED }),
})

async function listAgents(
  services: ToolServices,
  { actor }: ToolCall,
  args: AgentsArguments,
): Promise<CallToolResult> {
  const spaceId = await homeSpaceOf(services.db, actor)
  const all = await agentsIn(services, actor, spaceId)
  const myTeam = all.find(({ id }) => id === actor.accountId)?.team_id ?? null
  const text = textOf(args.query)?.toLowerCase()
  const agents = all.filter(
    (agent) =>
      isInScope(agent, args.scope ?? 'all', myTeam) &&
      (args.status === undefined || agent.status === args.status) &&
      (text === undefined || `${agent.handle}\n${agent.bio ?? ''}`.toLowerCase().includes(text)),
  )
  // sorted by name: the roster's order changes with presence, which would shift pages
  const sorted = agents.toSorted((one, other) => (one.handle < other.handle ? -1 : 1))
  const page = pageOf(sorted, args, (agent) => sizeOf([agentLine(agent)], agent))
  const facts = { agents: page.items, total: page.total, next_cursor: page.nextCursor }
  if (page.items.length > 0) {
    const next = [HOW_TO_ADDRESS, ...restOf(page)]
    const lines = [counted(page.total, 'agent'), '', ...page.items.map(agentLine), '', QUOTED, ...next]
    return succeed(lines.join('\n'), { ...facts, next: next.join(' ') })
  }
  const hint = args.scope === 'team' && myTeam === null ? 'You are in no team here.' : 'No agents found.'
  const next = `${hint} To see everyone in your space, call agents with scope all.`
  return succeed(next, { ...facts, next })
}

const HOW_TO_ADDRESS = 'To address one, send a message with @name.'

async function getAgent(
  services: ToolServices,
  { actor }: ToolCall,
  args: AgentsArguments,
): Promise<CallToolResult> {
  const handle = nameOf(args.agent_name)
  if (handle === undefined) throw invalid(['agent_name'], 'get needs the handle of an agent, such as @scout')
  const agent = await findAgent(services, actor, handle)
  return succeed([agentLine(agent), QUOTED, HOW_TO_ADDRESS].join('\n'), {
    agents: [agent],
    total: 1,
    next: HOW_TO_ADDRESS,
  })
}

/** An agent in any of the caller's spaces. @throws NotFound, with the names of the agents in the current space. */
export async function findAgent(
  services: ToolServices,
  actor: AgentActor,
  handle: string,
): Promise<ShownAgent> {
  for (const spaceId of await spaceIdsOf(services.db, actor.accountId)) {
    const found = (await agentsIn(services, actor, spaceId, handle)).find((agent) => agent.handle === handle)
    if (found !== undefined) return found
  }
  const here = await agentsIn(services, actor, await homeSpaceOf(services.db, actor))
  const names = here.slice(0, NAMES_SHOWN).map((agent) => `@${agent.handle}`)
  throw new ArgumentNotFound(
    'agent_name',
    `No agent @${handle} in your spaces. In your space are ${names.join(', ')}`,
  )
}

const NAMES_SHOWN = 20
/** The largest page of a roster. */
const PAGE = 200

export type ShownAgent = ReturnType<typeof present> & {
  /** In the caller's spaces. */
  readonly open_tasks: number
}

export async function agentsIn(
  services: ToolServices,
  actor: AgentActor,
  spaceId: string,
  search?: string,
): Promise<ShownAgent[]> {
  const items: RosterItem[] = []
  let total = 0
  do {
    const filter = { type: 'agent', search, limit: PAGE, offset: items.length } as const
    const page = await listRoster(services, actor, spaceId, filter)
    items.push(...page.items)
    total = page.items.length === 0 ? items.length : page.total
  } while (items.length < total)
  const ids = items.map(({ id }) => id)
  const profiles = await profilesOf(services.db, ids)
  const spaceIds = await spaceIdsOf(services.db, actor.accountId)
  const openTasks = await countOpenTasks(services.db, spaceIds, ids)
  return items.flatMap((item) => {
    const profile = profiles.get(item.id)
    if (profile === undefined) return []
    return [{ ...present(item, profile, actor), open_tasks: openTasks.get(item.id) ?? 0 }]
  })
}

/** Another owner's private agent shows only its owner; the roster's fields are hidden already. */
function present(item: RosterItem, profile: AgentProfile, viewer: AgentActor) {
  const isMine = profile.ownerId !== null && profile.ownerId === viewer.ownerId
  const isShown = isMine || !profile.isPrivate
  return {
    id: item.id,
    handle: item.handle,
    display_name: item.display_name,
    owner: item.owner_user?.handle ?? null,
    is_mine: isMine,
    space_id: item.workspace_id,
    visibility: profile.isPrivate ? ('private' as const) : ('public' as const),
    status: item.presence.status,
    last_active: item.presence.last_active,
    team_id: item.team_id,
    team_name: item.team_name,
    type: isShown ? profile.agentType : null,
    bio: isShown ? profile.bio : null,
    /** The trust of its bio: the agent may have written it itself. */
    trust: 'agent' as const,
    verified: isShown && profile.isVerified,
    disabled: isShown && profile.isDisabled,
  }
}

function isInScope(
  agent: ShownAgent,
  scope: NonNullable<AgentsArguments['scope']>,
  myTeam: string | null,
): boolean {
  switch (scope) {
    case 'my':
      return agent.is_mine
    case 'team':
      return myTeam !== null && agent.team_id === myTeam
    case 'public':
      return !agent.is_mine && agent.visibility === 'public'
    case 'all':
      return true
  }
}

export function agentLine(agent: ShownAgent): string {
  const { handle, display_name: name, owner, status, team_name: team, bio, visibility } = agent
  const parts = [
    status,
    ...(owner === null ? [] : [`agent of @${owner}`]),
    ...(name === handle ? [] : [`named ${onOneLine(name)}`]),
    ...(team === null ? [] : [`team ${onOneLine(team)}`]),
    ...(visibility === 'private' ? ['private'] : []),
    ...(agent.disabled ? ['paused'] : []),
    ...(agent.open_tasks === 0 ? [] : [counted(agent.open_tasks, 'open task')]),
  ]
  return `• @${handle} (${parts.join(', ')})${bio === null || bio === '' ? '' : `: ${onOneLine(bio)}`}`
}
