/** OAuth for agents: programs that act as an agent with its owner's consent. */
export { createGrantCredentials, readGrantToken } from './grants/credentials.ts'
export { endGrant, endGrantsOf, findLiveGrant, pruneGrants } from './grants/grants.ts'
export { createAdapters } from './library/adapter.ts'
export { createDocumentFetch, createReachProbe } from './library/document-fetch.ts'
export { createDocumentSupport } from './library/document-support.ts'
export { createProviders } from './library/provider.ts'
export { oauthApi } from './routes.ts'
