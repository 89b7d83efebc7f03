/** Spaces of thousands of people, without thousands of requests. */
import { randomUUID } from 'node:crypto'
import type { TestServer } from './server.ts'

/** Adds people to a space, named `person-0-…` and so on, a second apart, the first an hour ago. */
export async function fillWithPeople(server: TestServer, spaceId: string, count: number): Promise<string[]> {
  const handles = Array.from({ length: count }, (_, index) => `person-${index}-${spaceId.slice(-4)}`)
  const now = server.services.clock.now()
  const people = handles.map((handle, index) => ({
    id: randomUUID(),
    handle,
    at: new Date(now - 3_600_000 + index * 1000),
  }))
  await server.query(
    `with given as materialized (
       select * from jsonb_to_recordset($1) as p(id uuid, handle text, at timestamptz)
     ), named as (
       insert into handles (handle, account_id, taken_at) select handle, id, at from given
     ), accounts_added as (
       insert into accounts (id, kind, handle, display_name, created_at)
       select id, 'user', handle, handle, at from given
     )
     insert into people (account_id) select id from given`,
    [JSON.stringify(people)],
  )
  // a statement of its own, because memberships are described by what their accounts are
  await server.query(
    `insert into members (space_id, account_id, joined_at)
     select $1, id, at from jsonb_to_recordset($2) as p(id uuid, at timestamptz)`,
    [spaceId, JSON.stringify(people)],
  )
  return handles
}
