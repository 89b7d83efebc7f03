/** The tabs of the admin page, as they appear in the URL. */
export type AdminTab = 'users' | 'organizations' | 'activity' | 'violations' | 'analytics' | 'audit'

const TABS: readonly AdminTab[] = ['users', 'organizations', 'activity', 'violations', 'analytics', 'audit']

/** The tab in `/admin?tab=`; undefined is the first. */
export function tabIn(value: unknown): AdminTab | undefined {
  return TABS.find((tab) => tab === value)
}
