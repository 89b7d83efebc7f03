import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { sectionOf, type SettingsSection } from './sections.ts'

interface SettingsAddress {
  /** The section the address asks for; null while the settings are closed. */
  section: SettingsSection | null
  /** Goes to another section; Back still leads out of the settings, not through its sections. */
  show: (section: SettingsSection) => void
  close: () => void
}

/** The settings in the address: `?settings=` over any page. */
export function useSettingsAddress(): SettingsAddress {
  const section = useLocation({ select: ({ search }) => sectionOf(search.settings) })
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()

  return {
    section,
    show: (settings) =>
      void navigate({ to: '.', search: (search) => ({ ...search, settings }), replace: true }),
    close() {
      // opened from a page: Back is what takes the address there again, and leaves no second copy behind it
      if (canGoBack) return history.back()
      void navigate({ to: '.', search: withoutSettings, replace: true })
    },
  }
}

function withoutSettings<Search extends { settings?: string }>({
  ...search
}: Search): Omit<Search, 'settings'> {
  delete search.settings
  return search
}
