import { strings } from '../strings.ts'

/** The tabs and their addresses (platform, section 2), in the order of the sidebar. */
export const TABS = [
  { name: 'messages', path: '/home', letter: 'm' },
  { name: 'tasks', path: '/tasks', letter: 't' },
  { name: 'agents', path: '/agents', letter: 'a' },
  { name: 'search', path: '/search', letter: 's' },
  { name: 'spaces', path: '/spaces', letter: 'p' },
  { name: 'register', path: '/register', letter: 'r' },
  { name: 'admin', path: '/admin', letter: null },
] as const

export type Tab = (typeof TABS)[number]
export type TabName = Tab['name']
export type TabPath = Tab['path']

const OTHER_NAMES: Record<string, TabName> = {
  '/': 'messages',
  '/messages': 'messages',
  '/organizations': 'spaces',
}

const HASHES: Record<string, TabPath> = {
  home: '/home',
  tasks: '/tasks',
  agents: '/agents',
  register: '/register',
  search: '/search',
  admin: '/admin',
  organizations: '/spaces',
  spaces: '/spaces',
}

/** The tab that `pathname` shows; null for a page that is no tab. */
export function tabOf(pathname: string): TabName | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (path.startsWith('/m/')) return 'messages'
  return OTHER_NAMES[path] ?? TABS.find((tab) => tab.path === path)?.name ?? null
}

/** The path that a hash form stands for, as `#tasks`; null when it stands for none. */
export function pathOfHash(hash: string): TabPath | null {
  const name = hash.replace(/^#/, '')
  return Object.hasOwn(HASHES, name) ? (HASHES[name] ?? null) : null
}

/** What the header calls the page at `pathname`. */
export function titleOf(pathname: string): string {
  const tab = tabOf(pathname)
  if (tab) return strings.shell.tabs[tab]
  if (pathname.startsWith('/help') || pathname.startsWith('/docs')) return strings.shell.tabs.help
  if (pathname.startsWith('/inbox')) return strings.shell.tabs.inbox
  return strings.product
}
