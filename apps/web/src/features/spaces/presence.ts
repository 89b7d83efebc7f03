import type { PresenceStatus, RosterItem } from '@flockwork/contract/spaces'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'

/** The presence of somebody in the roster. The guide always answers, so it is shown only as active. */
export function presenceOf(item: RosterItem | undefined): PresenceStatus | undefined {
  const status = item?.presence.status
  return item?.handle === GUIDE_HANDLE && status !== 'active' ? undefined : status
}
