import { useNavigate } from '@tanstack/react-router'
import { useRoster, useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { palette as words } from '../../strings/palette.ts'
import { strings } from '../../strings.ts'
import { setDarkMode, useDarkMode } from '../../ui/theme.ts'
import type { PaletteItem } from './palette-items.ts'
import { useSignedIn } from '../session.ts'
import { withSettings } from '../navigation/search-params.ts'
import { spaceTypeOf } from '../navigation/space-type.ts'
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
  const page = (name: string, path: string, keys?: string): PaletteItem => ({
    id: path.replaceAll('/', '-'),
    group: 'places',
    name,
    ...(keys && { hint: keys }),
    run: go(path),
  })
  const action = (id: string, name: string, run: () => void): PaletteItem => ({
    id,
    group: 'actions',
    name,
    run,
  })

  return [
    ...tabs.map(({ name, path, letter }) =>
      page(strings.shell.tabs[name], path, letter === null ? undefined : `g ${letter}`),
    ),
    page(strings.shell.tabs.inbox, '/inbox', 'g i'),
    page(words.helpCentre, '/help'),
    page(words.mcp, '/help/mcp'),
    ...others.map((space): PaletteItem => ({
      id: space.id,
      group: 'spaces',
      name: space.name,
      hint: spaceTypeOf(space),
      run: () => switchSpace.mutate(space.id),
    })),
    ...roster
      .filter(({ id }) => id !== profile.id)
      .map(({ id, handle, display_name }): PaletteItem => ({
        id,
        group: 'people',
        name: `@${handle}`,
        ...(display_name && display_name !== handle && { hint: display_name }),
        run: () => onMention(handle),
      })),
    action('theme', isDark ? strings.ui.toLight : strings.ui.toDark, () => setDarkMode(!isDark)),
    action('settings', words.settings, () => {
      void navigate({ to: '.', search: withSettings })
    }),
    action('help', words.keys, onHelp),
    action('logout', strings.shell.logout, onLogout),
  ]
}
