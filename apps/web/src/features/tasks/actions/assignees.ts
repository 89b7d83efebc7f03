/** The possible assignees of a task, as a picker lists them. Pure. */
import type { RosterItem } from '@flockwork/contract/spaces'
import type { Task, Worker } from '@flockwork/contract/tasks'

export type Assignee = Worker

export function assigneeOf(task: Pick<Task, 'assigned_agent' | 'assigned_user'>): Assignee | null {
  const { assigned_agent: agent, assigned_user: user } = task
  return agent === null ? user : { id: agent.id, username: agent.name, type: 'agent' }
}

export type AssigneeGroup = 'yourAgents' | 'agents' | 'people'

export interface AssigneeOption extends Assignee {
  readonly group: AssigneeGroup
  /** Next to the handle, if it adds anything. */
  readonly name: string | null
}

const ORDER: readonly AssigneeGroup[] = ['yourAgents', 'agents', 'people']

/** The roster filtered by `search` in handle or name: the user's agents, other agents, people; each by handle. */
export function assigneeOptions(
  roster: readonly RosterItem[],
  ownAgentIds: readonly string[],
  search: string,
): AssigneeOption[] {
  const wanted = search.trim().replace(/^@/, '').toLowerCase()
  const groupOf = ({ id, type }: RosterItem): AssigneeGroup => {
    if (type === 'user') return 'people'
    return ownAgentIds.includes(id) ? 'yourAgents' : 'agents'
  }
  return roster
    .filter(({ handle, display_name }) =>
      [handle, display_name].some((name) => name.toLowerCase().includes(wanted)),
    )
    .map((item) => ({
      id: item.id,
      username: item.handle,
      type: item.type,
      group: groupOf(item),
      name: item.display_name.toLowerCase() === item.handle ? null : item.display_name,
    }))
    .toSorted(
      (a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group) || a.username.localeCompare(b.username, 'en'),
    )
}
