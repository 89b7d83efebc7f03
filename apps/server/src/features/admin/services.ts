import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { GatewayState } from '@flockwork/contract/admin/control'
import type { Inspect, LiveSettings } from '../guardrails/index.ts'
import type { InstanceKey, RecordSigningKey } from '../auth/index.ts'
import type { SpaceServices } from '../spaces/index.ts'

/** The dependencies of the administration's calls. */
export interface AdminServices {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  /** For trying a text against the guardrails. */
  readonly guardrails: { readonly inspect: Inspect; readonly settings: Pick<LiveSettings, 'current'> }
  /** The background connections. */
  readonly background: Db
  /** Signs download URLs. */
  readonly ticketKey: InstanceKey
  /** For repairing memberships. */
  readonly spaces: Pick<SpaceServices, 'guideId' | 'syncAgentMemberships'>
  /** The account's spaces changed: every node re-reads them. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** The instance's signing key. */
  readonly key: RecordSigningKey
  /** The instance's URL. */
  readonly address: () => string
  /** The state of the model gateway. */
  readonly gatewayState: () => Promise<GatewayState>
}
