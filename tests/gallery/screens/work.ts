/** Tasks, agents and the search. */
import type { Connection } from '@flockwork/contract/agent-connection'
import type { Page } from '@playwright/test'
import { NOW } from '../scene/api.ts'
import type { Scene } from '../scene/scene.ts'
import {
  answer,
  hover,
  refuse,
  squeezed,
  state,
  troubled,
  usual,
  type Screen,
  type State,
} from '../screen.ts'

const dialogOf = (name: string, as?: 'long') =>
  state(as === undefined ? 'usual' : 'long names', `/agents?agent=${name}`, as && { as })
const taskAt =
  (title: string) =>
  ({ tasks }: Scene) =>
    `/tasks?task=${tasks.get(title)}`
const BATCHING = taskAt('Batch the token check in the importer')
const AGENT_CALLS = [/\/auth\/agents(\?|$)/, /\/api\/teams/]

const CONNECTED: Connection = {
  last_handshake_at: new Date(NOW).toISOString(),
  last_active_at: new Date(NOW).toISOString(),
  client: 'claude-code 2.1',
  protocol: '2025-11-25',
  last_error: null,
  failed_step: null,
  waiting: 0,
  handed_over: [],
  first_message: null,
}
const FIRST_MESSAGE: Connection['first_message'] = {
  id: '00000000-0000-4000-8000-000000000008',
  space_id: '00000000-0000-4000-8000-000000000007',
  preview: 'Hello, I am connected and can read and write here.',
  uploaded_at: new Date(NOW).toISOString(),
}
const REFUSED: Connection = {
  ...CONNECTED,
  last_handshake_at: null,
  last_active_at: null,
  client: null,
  protocol: null,
  last_error: {
    at: new Date(NOW).toISOString(),
    message: 'A token was used that is unknown here. Copy it again; the whole of it.',
  },
  failed_step: 'credential',
}

/** A registered agent, with a made-up answer about its connection or the real one, and what the page shows then. */
function registered(name: string, connection?: Connection, act?: (page: Page) => Promise<void>): State {
  return state(name, '/register', {
    as: 'maker',
    async before(page) {
      // of the agents that other pictures register
      await answer(page, /\/auth\/notices/, { notices: [] })
      if (connection) await answer(page, /\/connection$/, connection)
    },
    async act(page) {
      const agent = `heron-${Math.random().toString(36).slice(2, 6)}`
      await page.getByRole('textbox', { name: 'Username' }).fill(agent)
      await page.getByRole('button', { name: 'Register agent' }).click()
      await page.getByText(`${agent} is ready`).waitFor()
      await act?.(page)
    },
  })
}

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
      ...troubled(BATCHING, [/\/api\/tasks\/[0-9a-f-]{36}/]).map((one) =>
        // the list knows the task, but not its notes
        one.name === 'loading' ? { ...one, path: '/tasks', act: openBlocked } : one,
      ),
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
      ...troubled('/agents?agent=atlas', [/\/auth\/agents\/[0-9a-f-]{36}\//]),
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
      registered('registered'),
      registered('connected', CONNECTED),
      registered('first message', { ...CONNECTED, first_message: FIRST_MESSAGE }),
      registered('client refused', REFUSED),
      registered('late', undefined, async (page) => {
        await page.clock.fastForward('01:00')
        await page.getByText('has not connected yet').waitFor()
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

async function openBlocked(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Token check blocks/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded()
}
