/** Spaces: where everything happens, and who is in them. */
export { enterSpace, personalSpaceOf, requireMember, spaceOf, spacesOf } from './access.ts'
export { leaveEverySpace, tellRenamed } from './departure.ts'
export { enterPersonalSpace } from './entering.ts'
export { MEMBERSHIP_TABLES, SPACE_TABLES, noteErased, spacesToErase } from './erasing.ts'
export { type InviteServices } from './invites.ts'
export { presentRosterItem } from './roster.ts'
export { spacesApi } from './routes.ts'
export { createPersonalSpace } from './service.ts'
