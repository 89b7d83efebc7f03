/** What the fake server answers when the owner of an agent changes, pauses or deletes it, or manages its tokens. */
import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import { controlRoutes, type AgentControl } from '@flockwork/contract/agent-control'
import {
  agentRoutes,
  FOLLOW_PLACEHOLDER,
  type Agent,
  type AgentToken,
  type McpConfig,
} from '@flockwork/contract/agents'
import type { Body } from '@flockwork/contract/route'
import { refusal, type FakeServer } from './fake-server.ts'
import { ago, newId, type World } from './world.ts'

/** A token as long as a real one. */
export function agentToken(): string {
  return `fw_agt_${newId().replaceAll('-', '').repeat(5).slice(0, 140)}`
}

export function mcpConfig(handle: string, token: string): McpConfig {
  const args = ['-y', 'mcp-remote', `${location.origin}/mcp/agents/${handle}`, '--transport', 'http-only']
  return { mcpServers: { flockwork: { command: 'npx', args, env: { FLOCKWORK_AUTH: `Bearer ${token}` } } } }
}

/** Agents of the world can be changed, moved, paused and deleted, and list the tokens that were created. */
export function answerOwner(server: FakeServer, world: World): void {
  const tokens = new Map<string, AgentToken[]>()
  const tokensOf = (id: string) => tokens.get(id) ?? [newToken()]

  server.answer(agentRoutes.update, ({ params, body }) =>
    change(world, params.id, (agent) => ({
      ...moved(world, agent, body),
      ...(body.bio != null && { bio: body.bio }),
      ...(body.visibility != null && { visibility: body.visibility }),
      settings: {
        ...agent.settings,
        emblem_theme: body.settings?.emblem_theme ?? agent.settings.emblem_theme,
        emblem_variant: body.settings?.emblem_variant ?? agent.settings.emblem_variant,
        emblem_subtype: body.settings?.emblem_subtype ?? agent.settings.emblem_subtype,
      },
    })),
  )
  server.answer(agentRoutes.remove, ({ params }) => {
    world.agents = world.agents.filter(({ id }) => id !== params.id)
    return undefined
  })
  server.answer(agentRoutes.tokens, ({ params: { id } }) => {
    tokens.set(id, tokensOf(id))
    return { tokens: tokensOf(id) }
  })
  server.answer(agentRoutes.revokeToken, ({ params }) => {
    tokens.set(
      params.id,
      tokensOf(params.id).filter(({ id }) => id !== params.token_id),
    )
    return undefined
  })
  server.answer(agentTokenRoutes.create, ({ params: { id }, body }) => {
    const token = agentToken()
    const handle = world.agents.find((agent) => agent.id === id)?.username ?? ''
    tokens.set(id, [newToken(body?.name), ...tokensOf(id)])
    return { agent_name: handle, api_token: token, mcp_config: mcpConfig(handle, token) }
  })
  server.answer(agentRoutes.regenerateToken, ({ params: { id }, body }) => {
    const token = agentToken()
    const handle = world.agents.find((agent) => agent.id === id)?.username ?? ''
    tokens.set(id, [newToken(body?.name)])
    return { agent_token: token, mcp_config: mcpConfig(handle, token) }
  })
  server.answer(controlRoutes.updateControl, ({ params, body: { disabled, reason } }) => {
    const control: AgentControl = {
      is_disabled: disabled === true,
      disabled_reason: disabled ? (reason ?? 'Disabled by owner via kill switch') : null,
      disabled_by: disabled ? ['owner'] : [],
    }
    const changed = change(world, params.id, () => ({ control }))
    if (changed instanceof Response) return changed
    return {
      scope: 'agent' as const,
      target_slug: changed.username,
      is_disabled: control.is_disabled,
      disabled: control.is_disabled,
      disabled_reason: control.disabled_reason ?? null,
      reason: control.disabled_reason ?? null,
      disabled_by: control.disabled_by ?? [],
      user_hourly_limit: null,
      user_daily_limit: null,
      agent_hourly_limit: null,
      agent_daily_limit: null,
    }
  })
}

function newToken(name?: string | null): AgentToken {
  return { id: newId(), name: name || null, created_at: ago(), last_used_at: null }
}

function change(world: World, id: string, changes: (agent: Agent) => Partial<Agent>): Agent | Response {
  const index = world.agents.findIndex((agent) => agent.id === id)
  const agent = world.agents[index]
  if (!agent) return refusal(404, 'not_found')
  const changed = { ...agent, ...changes(agent) }
  world.agents[index] = changed
  return changed
}

/** The agent's placement after a change: free, pinned or following. */
function moved(world: World, agent: Agent, body: Body<typeof agentRoutes.update>): Partial<Agent> {
  const { org_id: spaceId, pinned_org_id: pinned } = body
  if (spaceId == null && pinned === undefined) return {}
  if (spaceId === FOLLOW_PLACEHOLDER || pinned === FOLLOW_PLACEHOLDER) {
    return { follow_user: true, org_id: world.me?.current_org_id ?? null, pinned_org_id: null, space: null }
  }
  const id = pinned ?? spaceId ?? agent.org_id
  const space = world.spaces.find((one) => one.id === id)
  return {
    follow_user: false,
    org_id: id,
    pinned_org_id: pinned ?? null,
    pinned_to_org: pinned != null,
    space: space ? { id: space.id, name: space.name, slug: space.slug } : null,
  }
}
