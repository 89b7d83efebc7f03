/** OAuth for agents: programs that a person lets act as an agent of theirs, and how they prove it. */
export { createAdapters } from './adapter.ts'
export { createGrantCredentials, readGrantToken } from './credentials.ts'
export { createDocumentFetch } from './documents.ts'
export { endGrant, endGrantsOf, findLiveGrant, pruneGrants } from './grants.ts'
export { createProviders } from './providers.ts'
export { oauthApi } from './routes.ts'
