/** The cost of a list of spaces: index lookups and no sequential scan (docs/rules/spaces.md#activity). */
import pg from 'pg'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { expect, test } from 'vitest'
import { fillBusySpaces } from '../../../test/busy-spaces.ts'
import { fillWithPeople } from '../../../test/large-space.ts'
import { startServer, type TestServer } from '../../../test/server.ts'

const SPACES = 100
const MINE = 50
const MESSAGES = 120

test('no query plan for the list of a member of 50 busy spaces has a sequential scan', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  server.freezeClock()
  const said = await ana.says('hello')
  await fillWithPeople(server, spaceId, 3000)
  await fillBusySpaces((text, values) => server.query(text, values), {
    personId: bob.profile.id,
    otherId: ana.profile.id,
    spaces: SPACES,
    messages: MESSAGES,
    now: new Date(server.services.clock.now()),
  })
  await server.query(
    `delete from members where account_id = $1 and space_id in (
       select id from spaces where name like 'Busy%' order by slug limit $2)`,
    [bob.profile.id, SPACES - MINE],
  )
  await server.query('vacuum analyze')

  const statements = await statementsOf(async () => {
    const { organizations } = await bob.api.spaces.list()
    expect(organizations.filter(({ name }) => name.startsWith('Busy'))).toHaveLength(MINE)
    for (const { name, activity, mine } of organizations) {
      if (!name.startsWith('Busy')) continue
      expect(activity).toMatchObject({
        messages_total: MESSAGES,
        active_users_30m: 31,
        tasks_created_24h: 20,
      })
      expect(mine).toMatchObject({
        unread: MESSAGES - 22,
        mentions_24h: 5,
        messages_since_last_seen: MESSAGES - 20,
      })
    }
    await bob.api.call(inboxRoutes.seen, { params: { id: spaceId }, body: { message_id: said.id } })
  })

  // jobs may run meanwhile
  const counting = statements.filter(
    ({ text }) => /messages_so_far|deliveries d\b/.test(text) && !/agent_webhooks|managed_agents/.test(text),
  )
  expect(counting.length).toBeGreaterThanOrEqual(5)
  for (const plan of ['force_custom_plan', 'force_generic_plan'] as const) {
    for (const statement of counting) {
      expect({ plan, text: statement.text, scans: await scansOf(server, statement, plan) }).toEqual({
        plan,
        text: statement.text,
        scans: [],
      })
    }
  }
})

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** The server's queries during `work`, without changes. */
async function statementsOf(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const issue: (this: unknown, ...args: unknown[]) => unknown = pg.Client.prototype.query
  const query = function noted(this: unknown, ...args: unknown[]): unknown {
    const [given] = args
    if (typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string') {
      const values = 'values' in given && Array.isArray(given.values) ? given.values : args[1]
      if (/^\s*(select|with)/i.test(given.text))
        statements.push({ text: given.text, values: Array.isArray(values) ? values : [] })
    } else if (typeof given === 'string' && /^\s*(select|with)/i.test(given)) {
      statements.push({ text: given, values: Array.isArray(args[1]) ? args[1] : [] })
    }
    return issue.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query: issue })
  }
  return statements
}

/** The tables that a statement scans sequentially. */
async function scansOf(
  server: TestServer,
  { text, values }: Statement,
  plan: 'force_custom_plan' | 'force_generic_plan',
): Promise<string[]> {
  const client = await server.services.database.connect()
  try {
    await client.query(`set plan_cache_mode = ${plan}`)
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, values)
    return seqScansIn(rows.map((row) => row['QUERY PLAN']))
  } finally {
    await client.end()
  }
}

function seqScansIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(seqScansIn)
  if (typeof plan !== 'object' || plan === null) return []
  const found =
    'Node Type' in plan && plan['Node Type'] === 'Seq Scan' && 'Relation Name' in plan
      ? [String(plan['Relation Name'])]
      : []
  return [...found, ...Object.values(plan).flatMap(seqScansIn)]
}
