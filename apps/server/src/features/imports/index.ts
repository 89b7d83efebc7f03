/**
 * Imports: data of another product becomes a space. People (people.ts) and messages (writer.ts) are written the same
 * way for every source. The export of another product is uploaded in parts (service.ts, files.ts); its dry run reads it
 * in a separate process (`checking`, with `archives`, `slack` and `zulip`) into lines (`preparing`), which a job writes
 * into the space (`running`).
 */
export { anonymiseClaims, claimOnJoining, startClaims } from './claiming/claim.ts'
export { openImportFiles } from './files.ts'
export { importPeople, purgeImportedPeople, type PersonToImport } from './people.ts'
export { importsApi } from './routes.ts'
export { startImportJobs } from './running/jobs.ts'
export type { ImportServices } from './service.ts'
export {
  finishWriting,
  setHead,
  writeMessages,
  type MessageToWrite,
  type ReactionToWrite,
  type VersionToWrite,
} from './writer.ts'
