import { teamRoutes as routes } from '@flockwork/contract/teams'
import { mount, type Api } from '../../platform/mount.ts'
import { assignTeam } from './assign.ts'
import { createTeam, listTeams, updateTeam, type TeamServices } from './service.ts'

export function teamsApi(api: Api, services: TeamServices): void {
  mount(api, routes.list, async ({ actor, query }) => ({
    teams: await listTeams(services, actor, query.org_id),
  }))
  mount(api, routes.create, ({ actor, query, body: { org_id: spaceId, ...team }, once }) =>
    createTeam(services, actor, { ...team, spaceId: spaceId ?? query.org_id }, once),
  )
  mount(api, routes.update, ({ actor, params, body, once }) =>
    updateTeam(services, actor, { id: params.id, ...body }, once),
  )
  mount(api, routes.assign, ({ actor, params, query, body, once }) =>
    assignTeam(
      services,
      actor,
      { agentId: params.id, teamId: body.team_id, spaceId: body.org_id ?? query.org_id },
      once,
    ),
  )
}
