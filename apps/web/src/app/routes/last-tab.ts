import { keys, storage } from '../../api/browser.ts'
import { TABS, type TabName, type TabPath } from './tabs.ts'

export function rememberTab(name: TabName): void {
  storage.set(keys.of('lastTab'), name)
}

export function forgetLastTab(): void {
  storage.remove(keys.of('lastTab'))
}

/** Where an unknown address leads: the last tab visited, the admin one only for admins. */
export function lastTabPath(isAdmin: boolean): TabPath {
  const name = storage.get(keys.of('lastTab'))
  const tab = TABS.find((candidate) => candidate.name === name)
  if (!tab || (tab.name === 'admin' && !isAdmin)) return '/home'
  return tab.path
}
