import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  History,
  Inbox,
  Keyboard,
  ListPlus,
  LogOut,
  Moon,
  Plug,
  Settings,
  Sun,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { avatarKind } from '../../features/messages/index.ts'
import {
  requestInvite,
  SpaceTile,
  useRoster,
  useSpaces,
  useSwitchSpace,
} from '../../features/spaces/index.ts'
import { requestNewTask } from '../../features/task-refs/index.ts'
import { inviting } from '../../strings/inviting.ts'
import { palette as words } from '../../strings/palette.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { setDarkMode, useDarkMode } from '../../ui/theme.ts'
import { placeId, recentAmong, type PaletteItem } from './palette-items.ts'
import { useSignedIn } from '../session.ts'
import { withSettings } from '../navigation/search-params.ts'
import { spaceTypeOf } from '../navigation/space-type.ts'
import { recentPlaces } from '../navigation/recent-places.ts'
import { TAB_ICONS } from '../navigation/tab-icons.tsx'
import { TABS } from '../navigation/tabs.ts'

/** The shell's actions in the palette. */
export interface PaletteActions {
  onMention: (handle: string) => void
  onHelp: () => void
  onLogout: () => void
}

/** Pages, other spaces, people to mention, and actions. */
export function usePaletteItems({ onMention, onHelp, onLogout }: PaletteActions): PaletteItem[] {
  const { profile, spaceId } = useSignedIn()
  const { others } = useSpaces()
  const roster = useRoster(spaceId).items ?? []
  const switchSpace = useSwitchSpace()
  const navigate = useNavigate()
  const isDark = useDarkMode()

  const tabs = TABS.filter(({ name }) => name !== 'admin' || profile.role === 'admin')
  const go = (to: string) => () => void navigate({ to })
  const page = (icon: ReactNode, name: string, path: string, keys?: string): PaletteItem => ({
    id: placeId(path),
    group: 'places',
    name,
    icon,
    ...(keys && { keys }),
    run: go(path),
  })
  const action = (icon: ReactNode, id: string, name: string, run: () => void): PaletteItem => ({
    id,
    group: 'actions',
    name,
    icon,
    run,
  })

  const places = [
    ...tabs.map(({ name, path, letter }) =>
      page(TAB_ICONS[name], strings.shell.tabs[name], path, letter === null ? undefined : `g ${letter}`),
    ),
    page(<Inbox size={17} />, strings.shell.tabs.inbox, '/inbox', 'g i'),
    page(<History size={17} />, strings.shell.tabs.catchUp, '/catch-up'),
    page(<BookOpen size={17} />, words.helpCentre, '/help'),
    page(<Plug size={17} />, words.mcp, '/help/mcp'),
  ]
  return [
    ...recentAmong(places, recentPlaces()),
    ...places,
    ...others.map((space): PaletteItem => ({
      id: space.id,
      group: 'spaces',
      name: space.name,
      icon: <SpaceTile name={space.name} size="sm" />,
      hint: spaceTypeOf(space),
      run: () => switchSpace.mutate(space.id),
    })),
    ...roster
      .filter(({ id }) => id !== profile.id)
      .map(({ id, handle, type, display_name }): PaletteItem => ({
        id,
        group: 'people',
        name: `@${handle}`,
        icon: <Avatar username={handle} kind={avatarKind(handle, type)} size={22} />,
        ...(display_name && display_name !== handle && { hint: display_name }),
        run: () => onMention(handle),
      })),
    action(<ListPlus size={17} />, 'new-task', words.newTask, () => requestNewTask()),
    action(<UserPlus size={17} />, 'invite', inviting.invite, requestInvite),
    action(
      isDark ? <Sun size={17} /> : <Moon size={17} />,
      'theme',
      isDark ? strings.ui.toLight : strings.ui.toDark,
      () => setDarkMode(!isDark),
    ),
    action(<Settings size={17} />, 'settings', words.settings, () => {
      void navigate({ to: '.', search: withSettings })
    }),
    action(<Keyboard size={17} />, 'help', words.keys, onHelp),
    action(<LogOut size={17} />, 'logout', strings.shell.logout, onLogout),
  ]
}
