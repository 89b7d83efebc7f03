import type { RosterItem } from '@flockwork/contract/spaces'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useActiveRoster } from '../../features/agents/index.ts'
import { Demo } from '../../features/demo/index.ts'
import { useAppBadge, useInboxLive, usePageTitle } from '../../features/inbox/index.ts'
import { onHelpRequest } from '../../features/messages/index.ts'
import {
  loadAccountSecurity,
  loadSettingsDialog,
  storedNoticesHeight,
} from '../../features/settings/index.ts'
import { loadInvitePeople, onInviteRequest, useRoster, useSpaces } from '../../features/spaces/index.ts'
import { strings } from '../../strings.ts'
import { Deferred } from '../../ui/deferred.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Header } from './header.tsx'
import { NewTask } from './new-task.tsx'
import { saveLastTab } from '../navigation/last-tab.ts'
import { notePlace } from '../navigation/recent-places.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { lazyPart, usePreload } from '../../ui/lazy-part.tsx'
import { useSignedIn } from '../session.ts'
import { LostSpaceNotice } from './lost-space.tsx'
import { Sidebar } from './sidebar.tsx'
import { OtherSpaceBar } from './other-space-bar.tsx'
import { pathOf, tabOf, titleOf } from '../navigation/tabs.ts'
import { LogoutDialog, useLogout } from './use-logout.tsx'
import { useMention } from './use-mention.ts'
import { useOwnLinks } from '../navigation/use-own-links.ts'
import { useShellKeys } from './use-shell-keys.ts'
import { useSidebar } from './use-sidebar.ts'
import { Welcome } from './welcome.tsx'

const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog)
const Palette = lazyPart(async () => (await import('../palette/palette.tsx')).Palette)
const SettingsDialog = lazyPart(async () => (await loadSettingsDialog()).SettingsDialog)
const InvitePeople = lazyPart(async () => (await loadInvitePeople()).InvitePeople)
const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu)
const AccountSecurity = lazy(async () => ({ default: (await loadAccountSecurity()).AccountSecurity }))
const PRELOADED = [HelpDialog, Palette, MobileMenu, LogoutDialog, InvitePeople]

/** The frame of every page: one header over the full width, the sidebar, the page. */
export function Shell() {
  const services = useServices()
  const { profile } = useSignedIn()
  const pathname = useLocation({ select: (location) => location.pathname })
  const roster = useCurrentRoster()
  const { current } = useSpaces()
  const isMobile = useMediaQuery(MOBILE)
  const sidebar = useSidebar()
  const logout = useLogout()
  const mention = useMention()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const stopInviting = useCallback(() => setInviting(false), [])
  const openHelp = useCallback(() => setHelpOpen(true), [])
  const closeHelp = useCallback(() => setHelpOpen(false), [])
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  const openPalette = useCallback(() => setPaletteOpen(true), [])
  const closePalette = useCallback(() => setPaletteOpen(false), [])
  const hasSettings = useLocation({ select: ({ search }) => search.settings !== undefined })
  usePreload(PRELOADED)
  useShellKeys({ onHelp: openHelp, onPalette: openPalette })
  useEffect(() => onHelpRequest(openHelp), [openHelp])
  useEffect(() => onInviteRequest(() => setInviting(true)), [])
  useOwnLinks()

  const tab = tabOf(pathname)
  const title = titleOf(pathname)
  const isAdmin = profile.role === 'admin'

  useInboxLive()
  useAppBadge()
  usePageTitle(title === strings.product ? title : `${title} · ${strings.product}`)

  useEffect(() => {
    if (tab) saveLastTab(services, tab)
    notePlace(tab ? pathOf(tab) : pathname)
  }, [services, tab, pathname])

  return (
    <div className="flex h-page flex-col overflow-hidden">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 rounded-control bg-ink px-3 py-2 text-sm font-semibold text-paper not-focus:sr-only"
        onClick={(event) => {
          // the router would read the hash as a legacy URL
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {strings.shell.skipToContent}
      </a>
      <Header
        title={title}
        spaceLine={current && spaceLine(current.name, roster)}
        spaceName={current?.name}
        profile={profile}
        isCollapsed={sidebar.isCollapsed}
        onOpenMenu={() => setMenuOpen(true)}
        onHelp={openHelp}
        onLogout={logout.ask}
      />
      <div className="flex min-h-0 flex-1">
        {!isMobile && (
          <Sidebar
            current={tab}
            isAdmin={isAdmin}
            isCollapsed={sidebar.isCollapsed}
            onToggle={sidebar.toggle}
            roster={roster}
            onMention={mention}
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col bg-surface">
          <OtherSpaceBar />
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<div style={{ height: storedNoticesHeight(services, profile.id) }} />}>
              <AccountSecurity place={tab ?? pathname} />
            </Suspense>
          </ErrorBoundary>
          <main
            id="content"
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
          >
            <ErrorBoundary resetKey={tab ?? pathname}>
              <Suspense>
                <Deferred>
                  <Outlet />
                </Deferred>
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <MobileMenu
        when={isMenuOpen}
        onLoadError={closeMenu}
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        profile={profile}
        current={tab}
        isAdmin={isAdmin}
        roster={roster}
        onMention={mention}
        onLogout={logout.ask}
      />
      <HelpDialog when={isHelpOpen} onLoadError={closeHelp} open={isHelpOpen} onOpenChange={setHelpOpen} />
      <Palette
        when={isPaletteOpen}
        onLoadError={closePalette}
        open={isPaletteOpen}
        onOpenChange={setPaletteOpen}
        onMention={mention}
        onHelp={openHelp}
        onLogout={logout.ask}
      />
      <InvitePeople
        when={isInviting}
        onLoadError={stopInviting}
        open={isInviting}
        onOpenChange={setInviting}
      />
      <Demo />
      <LostSpaceNotice />
      <NewTask />
      <SettingsDialog when={hasSettings} />
      <Welcome hasOtherWindow={hasSettings || isHelpOpen || isPaletteOpen || isInviting} />
      {logout.dialog}
    </div>
  )
}

/** The current space's roster; undefined while loading, or without a space. */
function useCurrentRoster(): readonly RosterItem[] | undefined {
  const { spaceId } = useSignedIn()
  return useActiveRoster(spaceId, useRoster(spaceId).items)
}

function spaceLine(name: string, roster: readonly RosterItem[] | undefined): string {
  if (!roster) return name
  const agents = roster.filter(({ type }) => type === 'agent').length
  const { people, agents: agentWords } = strings.shell
  return `${name} · ${people(roster.length - agents)}, ${agentWords(agents)}`
}
