/**
 * Fills a large instance for the lists of its administration: people, spaces, agents and their activity, by SQL only.
 */
import type pg from 'pg'

export interface Instance {
  readonly people: number
  /** In addition to each person's own. */
  readonly spaces: number
  readonly agents: number
  /** The number of activities on the last day, of audit log entries, and of violations. */
  readonly lines: number
}

/** The newest row is a minute old. Triggers maintain the counts as usual. */
export async function seedInstance(
  client: pg.Client,
  { people, spaces, agents, lines }: Instance,
): Promise<void> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(
    'create temp table seeded_people as select n, gen_random_uuid() as id from generate_series(1, $1::int) n',
    [people],
  )
  await run(
    'create temp table seeded_spaces as select n, gen_random_uuid() as id from generate_series(1, $1::int) n',
    [people + spaces],
  )
  await run(
    `insert into accounts (id, kind, handle, display_name, status, last_active_at, created_at)
     select id, 'user', 'person-' || n, 'Person ' || n, case when n % 50 = 0 then 'disabled' else 'active' end,
       now() - (n % 200) * interval '1 hour', now() - n * interval '8 minutes'
     from seeded_people`,
  )
  await run(
    `insert into spaces (id, name, slug, visibility, is_personal, created_by, created_at)
     select s.id, case when s.n <= $1 then 'person-' || s.n || '''s Workspace' else 'Team ' || s.n || ' of birds' end,
       'seeded-' || s.n,
       case when s.n <= $1 then 'private' else (array['private', 'invite_only', 'public'])[1 + s.n % 3] end,
       s.n <= $1, p.id, now() - s.n * interval '8 minutes'
     from seeded_spaces s join seeded_people p on p.n = 1 + (s.n - 1) % $1`,
    [people],
  )
  await run(
    `insert into space_sequences (space_id, seq, messages, tasks)
     select id, n, (n * 7919) % 5000, (n * 31) % 90 from seeded_spaces`,
  )
  await run(
    `insert into people (account_id, email, full_name, role, current_space_id)
     select p.id, 'person-' || p.n || '@example.org', 'Person ' || p.n,
       case when p.n % 5000 = 0 then 'admin' else 'user' end, s.id
     from seeded_people p join seeded_spaces s on s.n = p.n`,
  )
  await run(
    `insert into members (space_id, account_id, role, joined_at)
     select s.id, p.id, 'admin', now() - s.n * interval '8 minutes'
     from seeded_spaces s join seeded_people p on p.n = 1 + (s.n - 1) % $1`,
    [people],
  )
  // five people in each shared space, three hundred in every hundredth
  await run(
    `insert into members (space_id, account_id, joined_at)
     select s.id, p.id, now() - (s.n * 13 % 100000) * interval '1 minute'
     from seeded_spaces s
     cross join lateral generate_series(1, case when s.n % 100 = 0 then 300 else 5 end) m
     join seeded_people p on p.n = 1 + (s.n * 37 + m * 101) % $1
     where s.n > $1
     on conflict do nothing`,
    [people],
  )
  await seedAgents(run, agents)
  await seedActs(run, people, lines)
  await run('drop table seeded_people, seeded_spaces')
  await mergeTallies(run)
  await run('vacuum analyze')
}

type Run = (text: string, values?: unknown[]) => Promise<unknown>

async function seedAgents(run: Run, agents: number): Promise<void> {
  await run(
    'create temp table seeded_agents as select n, gen_random_uuid() as id from generate_series(1, $1::int) n',
    [agents],
  )
  await run(
    `insert into accounts (id, kind, handle, display_name, last_active_at, created_at)
     select id, 'agent', 'bot-' || n, 'bot-' || n, now() - (n % 300) * interval '20 minutes', now() - n * interval '40 minutes'
     from seeded_agents`,
  )
  await run(
    `insert into agents (account_id, owner_id, agent_type)
     select a.id, p.id, case when a.n % 200 = 0 then 'cloud_gcp' else 'general' end
     from seeded_agents a join seeded_people p on p.n = 1 + (a.n * 5) % (select count(*) from seeded_people)`,
  )
  await run('drop table seeded_agents')
}

async function seedActs(run: Run, people: number, lines: number): Promise<void> {
  await run(
    `insert into activities (type, account_id, space_id, at, occasion)
     select 'message', p.id, s.id, now() - i * interval '1 second', now() - i * interval '1 second'
     from generate_series(1, $2::int) as g(i)
     join seeded_people p on p.n = 1 + (i * 17) % $1
     join seeded_spaces s on s.n = $1 + 1 + i % (select count(*) - $1 from seeded_spaces)`,
    [people, lines],
  )
  await run(
    `insert into instance_tallies (kind, day, n)
     select kind, (now() at time zone 'UTC')::date - d, 1000 + d
     from unnest(array['messages', 'tasks_created', 'tasks_completed', 'active_users', 'active_agents']) kind,
       generate_series(0, 400) d`,
  )
  await run(
    `insert into audit_pending (id, at, actor_id, action, target_type, target_id, target_name, before, after, ip)
     select gen_random_uuid(), now() - (5000 - i) * interval '1 minute', p.id, 'role_changed', 'user', p.id::text, 'person-' || p.n,
       '{"role": "user"}', '{"role": "admin"}', '192.0.2.7'
     from generate_series(1, $2::int) as g(i) join seeded_people p on p.n = 1 + (i * 3) % $1`,
    [people, Math.min(lines, 5000)],
  )
  await run(
    `insert into violations (id, account_id, person_id, rule, rule_name, kind, severity, outcome, place, via, content,
       fingerprint, first_at, last_at)
     select gen_random_uuid(), p.id, p.id, 'aws', 'AWS keys', 'secret', 1 + i % 3, 'blocked', 'message', 'rest',
       'a key of AWS: ••••', sha256(i::text::bytea), now() - i * interval '1 minute', now() - i * interval '1 minute'
     from generate_series(1, $2::int) as g(i) join seeded_people p on p.n = 1 + (i * 7) % $1`,
    [people, Math.min(lines, 50_000)],
  )
}

/** Merges the tallies as maintenance does, then adds those of ten busy minutes. */
async function mergeTallies(run: Run): Promise<void> {
  for (const [table, by] of [
    ['instance_tallies', 'kind, day'],
    ['account_tallies', 'kind, status'],
    ['space_tallies', 'space_id, kind, at'],
  ] as const) {
    await run(`create temp table merged as select ${by}, sum(n)::int as n from ${table} group by ${by}`)
    await run(`delete from ${table}`)
    await run(`insert into ${table} (${by}, n) select ${by}, n from merged`)
    await run('drop table merged')
    await run(`vacuum full ${table}`)
  }
  await run(
    `insert into instance_tallies (kind, day, n)
     select 'messages', (now() at time zone 'UTC')::date, 3 from generate_series(1, 12000)`,
  )
}
