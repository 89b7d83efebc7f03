/** The tabs of the administration, as the address names them. */
export type AdminTab = 'users' | 'organizations' | 'activity' | 'violations' | 'analytics' | 'audit'

const TABS: readonly AdminTab[] = ['users', 'organizations', 'activity', 'violations', 'analytics', 'audit']

/** The tab that `/admin?tab=` names; undefined: the first. */
export function tabIn(value: unknown): AdminTab | undefined {
  return TABS.find((tab) => tab === value)
}
