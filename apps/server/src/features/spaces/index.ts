/** Spaces: where everything happens, and who is in them. */
export { enterSpace, personalSpaceOf, requireMember, spaceIdsOf, spaceOf } from './access.ts'
export { leaveAllSpaces, markPurged, spacesToPurge } from './account-deletion.ts'
export { endInvitesBy } from './invites.ts'
export { appendMemberUpdated, listMembers } from './members.ts'
export { listRoster, presentRosterItem } from './roster.ts'
export { spacesApi } from './routes.ts'
export { createPersonalSpace, findSpace, listSpacesOf, type SpaceServices } from './service.ts'
export { enterPersonalSpace } from './switching.ts'
