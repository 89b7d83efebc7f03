/** OAuth for agents: programs that a person allows to act as one of their agents. */
export { createGrantCredentials, readGrantToken } from './grants/credentials.ts'
export { endGrant, endGrantsOf, findLiveGrant, pruneGrants } from './grants/grants.ts'
export { createAdapters } from './library/adapter.ts'
export { createDocumentFetch, createReachProbe } from './library/document-fetch.ts'
export { createDocumentSupport } from './library/document-support.ts'
export { createProviders } from './library/provider.ts'
export { oauthApi } from './routes.ts'
