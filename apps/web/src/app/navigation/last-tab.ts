import type { AppServices } from '../../api/services.ts'
import { TABS, type TabName, type TabPath } from './tabs.ts'

type Stored = Pick<AppServices, 'keys' | 'storage'>

export function saveLastTab({ keys, storage }: Stored, name: TabName): void {
  storage.set(keys.of('lastTab'), name)
}

export function clearLastTab({ keys, storage }: Stored): void {
  storage.remove(keys.of('lastTab'))
}

/** Where an unknown URL leads: the last tab visited, the admin one only for admins. */
export function lastTabPath({ keys, storage }: Stored, isAdmin: boolean): TabPath {
  const name = storage.get(keys.of('lastTab'))
  const tab = TABS.find((candidate) => candidate.name === name)
  if (!tab || (tab.name === 'admin' && !isAdmin)) return '/home'
  return tab.path
}
