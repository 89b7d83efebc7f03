/** The databases of the servers under test: each a fresh copy of the run's template, for one server alone. */
import pg from 'pg'
import { inject } from 'vitest'
import { urlOf } from './database-url.ts'

export interface TestDatabase {
  readonly url: string
  /** Nobody waits until PostgreSQL has seen everyone leave; the end of the run drops what is left. */
  dropSoon(): void
}

let copies = 0
let ahead: Promise<TestDatabase> | undefined
let admin: pg.Pool | undefined

/** A new database. The one after it is made meanwhile, so that the next test needs not wait for it. */
export function newDatabase(): Promise<TestDatabase> {
  const database = ahead ?? copyTemplate()
  ahead = database.then(copyTemplate)
  // handled by whoever takes it
  ahead.catch(() => {})
  return database
}

async function copyTemplate(): Promise<TestDatabase> {
  const template = inject('template')
  const name = `${template}_${process.pid}_${copies++}`
  // file by file: through the write-ahead log it takes three times as long
  await onAdmin(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(inject('databaseUrl'), name),
    dropSoon: () => void onAdmin(`drop database if exists ${name} with (force)`).catch(() => {}),
  }
}

/** One connection for the whole run, which keeps no process alive. */
async function onAdmin(statement: string): Promise<void> {
  admin ??= new pg.Pool({ connectionString: inject('databaseUrl'), max: 1, allowExitOnIdle: true })
  await admin.query(statement)
}
