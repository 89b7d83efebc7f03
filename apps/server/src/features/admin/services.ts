import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { GatewayState } from '@flockwork/contract/admin/control'
import type { Inspect, LiveSettings } from '../guardrails/index.ts'
import type { InstanceKey, RecordSigningKey } from '../auth/index.ts'
import type { SpaceServices } from '../spaces/index.ts'

/** What the administration's calls depend on. */
export interface AdminServices {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  /** For trying a text as writes are checked. */
  readonly guardrails: { readonly inspect: Inspect; readonly settings: Pick<LiveSettings, 'current'> }
  /** Connections that calls don't wait for. */
  readonly background: Db
  /** Signs addresses of downloads. */
  readonly ticketKey: InstanceKey
  /** What mending what people and agents are in takes. */
  readonly mending: Pick<SpaceServices, 'guideId' | 'syncAgentMemberships'>
  /** Somebody's spaces changed: every node reads them again. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Signs for the instance. */
  readonly key: RecordSigningKey
  /** The instance's own. */
  readonly address: () => string
  /** Of the model gateway. */
  readonly gatewayState: () => Promise<GatewayState>
}
