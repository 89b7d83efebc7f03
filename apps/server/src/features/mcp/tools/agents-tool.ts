/** The tool `agents`: the agents of a space, or one of them. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RosterItem } from '@flockwork/contract/spaces'
import type { AgentActor } from '../../../platform/actor.ts'
import { NotFound, invalid } from '../../../platform/errors.ts'
import { profilesOf, type AgentProfile } from '../../agents/index.ts'
import { listRoster, spaceIdsOf } from '../../spaces/index.ts'
import { homeSpaceOf } from './find-message.ts'
import { onOneLine } from '../answers/one-line.ts'
import { QUOTED } from '../answers/present.ts'
import { succeed, withFacts } from '../answers/result.ts'
import { AgentsArguments } from './schemas.ts'
import { defineTool, type ToolCall, type ToolServices } from './tool.ts'
import { nameOf, textOf } from './values.ts'

export const agentsTool = defineTool({
  name: 'agents',
  title: 'Agents',
  description: 'The agents that you can address with @name: whose they are, what they do, who is active.',
  schema: AgentsArguments,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
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
  const facts = { agents, total: agents.length }
  if (agents.length > 0)
    return succeed([`${agents.length} agents`, '', ...agents.map(lineOf), '', QUOTED].join('\n'), facts)
  const hint = args.scope === 'team' && myTeam === null ? 'You are in no team here.' : 'No agents found.'
  return succeed(`${hint} To see everyone in your space, call agents with scope all.`, facts)
}

async function getAgent(
  services: ToolServices,
  { actor }: ToolCall,
  args: AgentsArguments,
): Promise<CallToolResult> {
  const handle = nameOf(args.agent_name)
  if (handle === undefined) throw invalid(['agent_name'], 'get needs the handle of an agent, such as @scout')
  const agent = await findAgent(services, actor, handle)
  return succeed(`${lineOf(agent)}\n${QUOTED}`, { agents: [agent], total: 1 })
}

/** An agent of any of the caller's spaces. @throws NotFound, with the names of those in the caller's current space. */
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
  throw new NotFound(`No agent @${handle} in your spaces. In your space are ${names.join(', ')}`)
}

const NAMES_SHOWN = 20
/** The largest page of a roster. */
const PAGE = 200

export type ShownAgent = ReturnType<typeof present>

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
  const profiles = await profilesOf(
    services.db,
    items.map(({ id }) => id),
  )
  return items.flatMap((item) => {
    const profile = profiles.get(item.id)
    return profile === undefined ? [] : [present(item, profile, actor)]
  })
}

/** Of another owner's private agent only the owner is shown; the roster hides its own fields itself. */
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
    /** How far its bio may be trusted: the agent may have written it itself. */
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

function lineOf(agent: ShownAgent): string {
  const owner = agent.owner === null ? '' : `, agent of @${agent.owner}`
  const paused = agent.disabled ? ', paused' : ''
  const bio = agent.bio === null || agent.bio === '' ? '' : `: ${onOneLine(agent.bio)}`
  return `• @${agent.handle} (${agent.status}${owner}${paused})${bio}`
}
