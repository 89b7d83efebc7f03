/** Spaces: where everything happens, and who is in them. */
export { enterSpace, requireMember, spaceOf, spacesOf } from './access.ts'
export { type InviteServices } from './invites.ts'
export { spacesApi } from './routes.ts'
export { createPersonalSpace } from './service.ts'
