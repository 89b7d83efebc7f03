import { withoutTrailingSlash } from '@flockwork/contract/pages'
import type { Space } from '@flockwork/contract/spaces'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { loadAdminPage, tabIn, type AdminTab } from '../../features/admin/index.ts'
import { catchUpIn, loadCatchUpPage } from '../../features/catch-up/index.ts'
import { loadHelpPages } from '../../features/help/index.ts'
import { loadInboxPage } from '../../features/inbox/index.ts'
import { loadSearchPage, searchIn } from '../../features/search/index.ts'
import { loadSpacesPage, spaceKeys } from '../../features/spaces/index.ts'
import { loadAgentsTab } from './agents-tab.tsx'
import { useServices, type AppServices } from '../../api/services.ts'
import { feedPathFrom } from '../navigation/feed-path.ts'
import { lastTabPath } from '../navigation/last-tab.ts'
import { lazyPage } from './lazy-page.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { filterIn, settingsIn, tasksIn, textParam } from '../navigation/search-params.ts'
import { loadRegisterTab } from './register-tab.tsx'
import { loadTasksTab } from './tasks-tab.tsx'
import { PageSkeleton } from '../shell/page-skeleton.tsx'
import { Frame } from '../shell/frame.tsx'
import { pathOfHash } from '../navigation/tabs.ts'

interface Context {
  readonly services: AppServices
  readonly queryClient: QueryClient
}

function isAdmin({ session }: AppServices): boolean {
  const state = session.state()
  return state.status === 'signedIn' && state.profile.role === 'admin'
}

function Unknown() {
  const services = useServices()
  return <Navigate to={lastTabPath(services, isAdmin(services))} replace />
}

/** The space on screen, where the spaces are known: from the last visit, or fetched. */
function currentSpace({ services, queryClient }: Context): Space | undefined {
  const state = services.session.state()
  if (state.status !== 'signedIn') return undefined
  const spaces = queryClient.getQueryData<readonly Space[]>(spaceKeys.mine)
  return spaces?.find(({ id }) => id === state.spaceId)
}

const root = createRootRouteWithContext<Context>()({
  component: Frame,
  validateSearch: settingsIn,
  notFoundComponent: Unknown,
  beforeLoad({ location }) {
    // in the help a hash is a heading
    const to = location.pathname.startsWith('/help') ? null : pathOfHash(location.hash)
    if (to) redirect({ to, hash: '', replace: true, throw: true })
  },
})

/** One component for all of the feed's URLs, so that navigating between them doesn't remount it. */
const messages = createRoute({
  getParentRoute: () => root,
  id: 'messages',
  validateSearch: filterIn,
  component: MessagesTab,
  beforeLoad({ context, location }) {
    const to = feedPathFrom(location.pathname, currentSpace(context))
    if (to) redirect({ to, search: true, replace: true, throw: true })
  },
})
const messagesChildren = [
  createRoute({ getParentRoute: () => messages, path: '/' }),
  createRoute({ getParentRoute: () => messages, path: '/home' }),
  createRoute({ getParentRoute: () => messages, path: '/messages' }),
  createRoute({ getParentRoute: () => messages, path: '/m/$id' }),
] as const

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: tasksIn,
  component: lazyPage(loadTasksTab, 'TasksTab'),
})

const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  validateSearch({ agent }: Record<string, unknown>): { agent?: string } {
    const handle = textParam(agent)
    return handle === undefined ? {} : { agent: handle }
  },
  component: lazyPage(loadAgentsTab, 'AgentsTab'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyPage(loadRegisterTab, 'RegisterTab'),
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: searchIn,
  component: lazyPage(loadSearchPage, 'SearchPage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  validateSearch({ tab }: Record<string, unknown>): { tab?: AdminTab } {
    const named = tabIn(tab)
    return named === undefined ? {} : { tab: named }
  },
  component: lazyPage(loadAdminPage, 'AdminPage'),
  beforeLoad({ context }) {
    if (isAdmin(context.services)) return
    // oxlint-disable-next-line no-console -- explains the redirect from /admin
    console.warn('The admin pages are for administrators')
    redirect({ to: '/home', replace: true, throw: true })
  },
})

const spaces = createRoute({
  getParentRoute: () => root,
  path: '/spaces',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'current' | 'mine' | 'discover' } =>
    tab === 'current' || tab === 'mine' || tab === 'discover' ? { tab } : {},
  component: lazyPage(loadSpacesPage, 'SpacesPage'),
})

const organizations = createRoute({
  getParentRoute: () => root,
  path: '/organizations',
  component: () => <Navigate to="/spaces" replace />,
})

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  validateSearch({ q }: Record<string, unknown>): { q?: string } {
    const query = textParam(q)
    return query === undefined ? {} : { q: query }
  },
  component: lazyPage(loadHelpPages, 'HelpCentre'),
})

const mcpHelp = createRoute({
  getParentRoute: () => root,
  path: '/help/mcp',
  component: lazyPage(loadHelpPages, 'McpHelp'),
})

const article = createRoute({
  getParentRoute: () => root,
  path: '/help/$article',
  component: lazyPage(loadHelpPages, 'ArticlePage'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyPage(loadInboxPage, 'InboxPage'),
})

const catchUp = createRoute({
  getParentRoute: () => root,
  path: '/catch-up',
  validateSearch: catchUpIn,
  component: lazyPage(loadCatchUpPage, 'CatchUpPage'),
})

const routeTree = root.addChildren([
  messages.addChildren(messagesChildren),
  tasks,
  agents,
  register,
  search,
  admin,
  spaces,
  organizations,
  help,
  mcpHelp,
  article,
  inbox,
  catchUp,
])

/** Canonical URLs. Done before the router starts: it treats both forms as equal and so couldn't redirect. */
function leaveOutSlashAtEnd(): void {
  const { pathname, search, hash } = location
  const plain = withoutTrailingSlash(pathname)
  if (plain !== pathname) history.replaceState(history.state, '', plain + search + hash)
}

export function createAppRouter(context: Context) {
  leaveOutSlashAtEnd()
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // like all skeletons
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    trailingSlash: 'never',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
