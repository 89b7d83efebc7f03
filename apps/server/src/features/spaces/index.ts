/** Spaces, their members and their activity. */
export { enterSpace, personalSpaceOf, requireMember, slugsOf, spaceIdsOf, spaceOf } from './access.ts'
export { leaveAllSpaces, markPurged, nextSpaceToPurge } from './account-deletion.ts'
export { noteActor, pruneActivity, readMine } from './activity.ts'
export { discardImportSpace, insertImportSpace, openImportSpace } from './import-space.ts'
export { createInvite, endInvitesBy } from './invites.ts'
export { appendMemberUpdated, listMembers, presentMemberOf } from './members.ts'
export { repairCurrentSpace, repairMissingAdmin, type CurrentSpaceRepair } from './repair.ts'
export { LEFT_SPACE } from './leaving.ts'
export { listRestorable, restoreSpace } from './restoring.ts'
export { listRoster, presentRosterItem } from './roster.ts'
export { spacesApi } from './routes.ts'
export {
  createPersonalSpace,
  findSpace,
  listSpacesOf,
  requireFreeSlot,
  type SpaceServices,
} from './service.ts'
export { enterPersonalSpace } from './switching.ts'
