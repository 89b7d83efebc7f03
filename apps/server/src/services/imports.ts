/** Imports from other products, and their jobs. */
import {
  openImportFiles,
  startClaims,
  startImportJobs,
  type ImportServices,
} from '../features/imports/index.ts'
import type { SpaceServices } from '../features/spaces/index.ts'
import type { BaseServices } from './base.ts'

/** A running import has a transaction open most of the time. */
const CONNECTIONS = 3
const LIMITS = { statementMs: 55_000, lockMs: 10_000 }

export async function buildImports(
  { config, database, db, clock, jobs, bus, onError }: BaseServices,
  spaces: SpaceServices,
  guard: ImportServices['guard'],
) {
  const services: ImportServices = {
    db,
    clock,
    jobs,
    guard,
    files: await openImportFiles(config.dataDir).catch((error: unknown) => {
      // without a writable folder a node serves everything except imports
      onError(error)
      return null
    }),
    announce: (accountId) => bus.publish({ kind: 'account_notice', accountId }),
  }
  await startClaims({ db: database.background, clock, jobs })
  const background = database.apart('imports', CONNECTIONS, LIMITS)
  return { services, work: await startImportJobs({ services, background, spaces, onError }) }
}
