import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { sectionOf, type SettingsSection } from './sections.ts'

interface SettingsAddress {
  /** The section in the URL; null while the settings are closed. */
  section: SettingsSection | null
  /** Navigates to another section; Back still leaves the settings instead of going through its sections. */
  show: (section: SettingsSection) => void
  close: () => void
}

/** The settings in the URL: `?settings=` on any page. */
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
      // opened from a page: closing goes Back, so that no duplicate history entry remains
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
