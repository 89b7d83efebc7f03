import { withoutTrailingSlash } from '@flockwork/contract/pages'
import { strings } from '../../strings.ts'
import { GO_LETTERS } from '../../ui/letter-shortcuts.ts'

/** The tabs and their paths, in the sidebar's order; `g` and the letter open one. */
export const TABS = [
  { name: 'messages', path: '/home', letter: GO_LETTERS.messages },
  { name: 'tasks', path: '/tasks', letter: GO_LETTERS.tasks },
  { name: 'agents', path: '/agents', letter: GO_LETTERS.agents },
  { name: 'search', path: '/search', letter: GO_LETTERS.search },
  { name: 'spaces', path: '/spaces', letter: GO_LETTERS.spaces },
  { name: 'register', path: '/register', letter: GO_LETTERS.register },
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

/** The tab at `pathname`; null for other pages. Case-insensitive, like the router. */
export function tabOf(pathname: string): TabName | null {
  const path = withoutTrailingSlash(pathname).toLowerCase()
  if (path.startsWith('/m/')) return 'messages'
  return OTHER_NAMES[path] ?? TABS.find((tab) => tab.path === path)?.name ?? null
}

export function pathOf(name: TabName): TabPath {
  return TABS.find((tab) => tab.name === name)?.path ?? '/home'
}

/** The path of a legacy hash URL such as `#tasks` or `#/Tasks`; null for any other hash. */
export function pathOfHash(hash: string): TabPath | null {
  const name = hash
    .replace(/^#?\/?/, '')
    .replace(/\/$/, '')
    .toLowerCase()
  return Object.hasOwn(HASHES, name) ? (HASHES[name] ?? null) : null
}

/** The path behind `g` and this letter; null when there is none. */
export function pathOfLetter(letter: string): TabPath | '/inbox' | null {
  if (letter === GO_LETTERS.inbox) return '/inbox'
  return TABS.find((tab) => tab.letter === letter)?.path ?? null
}

/** The header's title for `pathname`. */
export function titleOf(pathname: string): string {
  const tab = tabOf(pathname)
  if (tab) return strings.shell.tabs[tab]
  const [, first] = pathname.toLowerCase().split('/')
  if (first === 'help') return strings.shell.tabs.help
  if (first === 'inbox') return strings.shell.tabs.inbox
  if (first === 'catch-up') return strings.shell.tabs.catchUp
  return strings.product
}
