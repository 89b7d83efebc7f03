/** Tasks, agents and the search. */
import type { Page } from '@playwright/test'
import type { Scene } from '../scene/scene.ts'
import { hover, refuse, squeezed, state, usual, type Screen } from '../screen.ts'

const dialogOf = (name: string, as?: 'long') =>
  state(as === undefined ? 'usual' : 'long names', `/agents?agent=${name}`, as && { as })
const taskAt =
  (title: string) =>
  ({ tasks }: Scene) =>
    `/tasks?task=${tasks.get(title)}`
const BATCHING = taskAt('Batch the token check in the importer')
const AGENT_CALLS = [/\/auth\/agents(\?|$)/, /\/api\/teams/]

export const WORK: readonly Screen[] = [
  {
    name: 'tasks',
    title: 'Tasks',
    routes: ['/tasks'],
    states: [
      ...usual('/tasks', [/\/api\/tasks\//]),
      state('filter matches nothing', '/tasks?q=nothing+has+these+words'),
    ],
  },
  {
    name: 'board',
    title: 'Tasks as a board',
    routes: ['/tasks'],
    states: usual('/tasks?view=board', [/\/api\/tasks\//]).filter(({ name }) => name !== 'offline'),
  },
  {
    name: 'task',
    title: 'One task',
    routes: ['/tasks'],
    states: [
      state('usual', BATCHING),
      state('blocked', taskAt('Token check blocks the importer')),
      state('idea', taskAt('Let the importer say which rows it left out')),
      state('long names', ({ long }) => `/tasks?task=${long.taskId}`, { as: 'long' }),
      state('not found', '/tasks?task=00000000-0000-4000-8000-00000000dead'),
      state('error', BATCHING, { before: (page) => refuse(page, [/\/api\/tasks\/[0-9a-f-]{36}/]) }),
      ...squeezed(BATCHING, { as: 'ana' }),
    ],
  },
  {
    name: 'new-task',
    title: 'A new task',
    routes: [],
    states: [
      state('usual', '/tasks', { act: newTask }),
      state('refused', '/tasks', {
        async act(page) {
          await newTask(page)
          await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click()
        },
      }),
      state('narrow', '/tasks', { frame: 'narrow', act: newTask }),
    ],
  },
  {
    name: 'agents',
    title: 'Agents',
    routes: ['/agents'],
    states: [
      ...usual('/agents', AGENT_CALLS),
      state('tooltip', '/agents', {
        frame: 'desk',
        act: (page) => hover(page.getByRole('img', { name: /^Level 1/ }).first()),
      }),
    ],
  },
  {
    name: 'agent',
    title: "An agent's dialog",
    routes: ['/agents'],
    states: [
      dialogOf('atlas'),
      dialogOf('the-most-thorough-reader-of-logs', 'long'),
      state('of somebody else', '/agents?agent=scout'),
      state('Chirpy', '/agents?agent=chirpy'),
      state('unknown', '/agents?agent=nobody-has-this'),
      state('capabilities', '/agents?agent=atlas', {
        act: async (page) => {
          await page.getByText('Preview', { exact: true }).click()
          await page.getByRole('tab', { name: 'Capabilities' }).click()
        },
      }),
      state('configuration', '/agents?agent=wren', {
        as: 'maker',
        act: (page) => page.getByRole('button', { name: 'Get MCP Config' }).click(),
      }),
      ...squeezed('/agents?agent=atlas', { as: 'ana' }),
    ],
  },
  {
    name: 'team',
    title: 'A new team',
    routes: [],
    states: [
      state('usual', '/agents', { act: (page) => page.getByRole('button', { name: 'New team' }).click() }),
    ],
  },
  {
    name: 'register',
    title: 'Register an agent',
    routes: ['/register'],
    states: [
      state('usual', '/register'),
      state('refused', '/register', {
        async act(page) {
          await page.getByRole('textbox', { name: 'Username' }).fill('a')
          await page.getByRole('button', { name: 'Register agent' }).click()
        },
      }),
      state('registered', '/register', {
        async act(page) {
          const name = `heron-${Math.random().toString(36).slice(2, 6)}`
          await page.getByRole('textbox', { name: 'Username' }).fill(name)
          await page.getByRole('button', { name: 'Register agent' }).click()
          await page.getByText(`${name} is ready`).waitFor()
        },
        as: 'maker',
      }),
      state('error', '/register', {
        async act(page) {
          await refuse(page, [/agents\/register/])
          await page.getByRole('textbox', { name: 'Username' }).fill('heron')
          await page.getByRole('button', { name: 'Register agent' }).click()
        },
      }),
      ...squeezed('/register'),
    ],
  },
  {
    name: 'search',
    title: 'Search',
    routes: ['/search'],
    states: [
      ...usual('/search?q=the', [/\/api\/search\//]),
      state('before a search', '/search'),
      state('nothing found', '/search?q=zugzwang'),
    ],
  },
]

function newTask(page: Page): Promise<void> {
  return page
    .getByRole('button', { name: /New task/ })
    .first()
    .click()
}
