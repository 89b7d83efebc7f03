/**
 * The database, and the role that the server connects as, which owns it and is no superuser: SQL injected into a
 * statement of ours could otherwise read files and run programs on this machine.
 */
import { Client } from 'pg'
import {
  APPLICATION_ROLE,
  DATABASE_NAME,
  SUPERUSER,
  applicationPassword,
  superuserUrl,
  type Endpoint,
} from './endpoint.ts'

/** What the superuser owns in our database: in a folder of an earlier version, everything. */
const OWN_ALL = `
  do $$
  declare
    change record;
  begin
    for change in
      with ours as (
        select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), mine as (
        select oid from pg_roles where rolname = '${SUPERUSER}'
      )
      select format('schema %I', nspname) as object
      from pg_namespace where nspowner in (table mine) and oid in (table ours)
      union all
      select format(
        '%s %s',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass
      )
      from pg_class c
      where relowner in (table mine) and relnamespace in (table ours) and relkind in ('r', 'p', 'v', 'm', 'S')
        -- the sequence of a column goes with its table
        and not (relkind = 'S' and exists (
          select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
        ))
      union all
      select format('type %s', oid::regtype)
      from pg_type where typowner in (table mine) and typnamespace in (table ours) and typtype in ('d', 'e', 'r')
      union all
      select format('routine %s', oid::regprocedure)
      from pg_proc where proowner in (table mine) and pronamespace in (table ours)
    loop
      execute format('alter %s owner to ${APPLICATION_ROLE}', change.object);
    end loop;
  end $$`

/** Creates the role and the database if they are missing, and gives the role what an earlier version created. */
export async function prepareDatabase(endpoint: Endpoint): Promise<void> {
  await asSuperuser(endpoint, 'postgres', async (client) => {
    const role = await client.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
    if (role.rowCount === 0) await client.query(`create role ${APPLICATION_ROLE}`)
    const password = applicationPassword(endpoint)
    await client.query(
      `alter role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       ${password === undefined ? '' : `password ${client.escapeLiteral(password)}`}`,
    )
    const database = await client.query('select from pg_database where datname = $1', [DATABASE_NAME])
    if (database.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
    await client.query(`alter database ${DATABASE_NAME} owner to ${APPLICATION_ROLE}`)
  })
  await asSuperuser(endpoint, DATABASE_NAME, (client) => client.query(OWN_ALL))
}

async function asSuperuser(
  endpoint: Endpoint,
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(endpoint, database) })
  // Without a listener a connection that breaks while idle would end the server.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
