import { tabStorage } from '../../storage/tab-storage.ts'

const KEY = 'recentPlaces'
const KEPT = 5

/** The paths that this tab has shown, the latest first. */
export function recentPlaces(): readonly string[] {
  return (tabStorage.get(KEY) ?? '').split('\n').filter((path) => path.startsWith('/'))
}

export function notePlace(path: string): void {
  const others = recentPlaces().filter((one) => one !== path)
  tabStorage.set(KEY, [path, ...others].slice(0, KEPT).join('\n'))
}
