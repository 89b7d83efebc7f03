/**
 * The door of the administration (docs/rules/administration.md). It reads every table, but changes data through the
 * room that owns the table.
 */
import type { Api } from '../../platform/mount.ts'
import { guardrailsApi } from './guardrails/routes.ts'
import { agentsControlApi } from './control/routes.ts'
import { auditApi } from './audit/routes.ts'
import { healthApi } from './health/routes.ts'
import { peopleApi } from './people/routes.ts'
import { violationsApi } from './violations/routes.ts'
import { activityApi } from './activity/routes.ts'
import { analyticsApi } from './analytics/routes.ts'
import { spacesApi } from './spaces/routes.ts'
import type { AdminServices } from './services.ts'

export { checkpointIn, type Checkpoint } from './audit/checkpoint.ts'
export { makeCheckpoint, startCheckpoints } from './audit/checkpoints.ts'
export { verifyDatabase } from './audit/database.ts'
export { exportAudit } from './audit/export.ts'
export { NotAnAuditFile, verifyFile } from './audit/file.ts'
export type { Verified } from './audit/verify.ts'
export type { AdminServices } from './services.ts'

/** Mounts the administration's calls that belong to no other room. */
export function adminApi(api: Api, services: AdminServices): void {
  peopleApi(api, services)
  healthApi(api, services)
  violationsApi(api, services)
  guardrailsApi(api, services)
  agentsControlApi(api, services)
  spacesApi(api, services)
  activityApi(api, services)
  analyticsApi(api, services)
  auditApi(api, services)
}
