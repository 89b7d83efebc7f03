import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'

/** Named without the prefix the session's keys carry: logging out keeps it (docs/rules/accounts.md#logging-out). */
const KEY = 'sidebarCollapsed'

interface Sidebar {
  isCollapsed: boolean
  toggle: () => void
}

/** Whether the sidebar shows icons only: as stored on a wide screen, by default on a narrower one. */
export function useSidebar(): Sidebar {
  const { storage } = useServices()
  const isWide = useMediaQuery(WIDE)
  const [storedCollapsed, setStoredCollapsed] = useState(() => storage.get(KEY) === 'true')
  const [isOpenWhenCompact, setOpenWhenCompact] = useState(false)
  const isCollapsed = isWide ? storedCollapsed : !isOpenWhenCompact

  function toggle() {
    if (!isWide) return setOpenWhenCompact(isCollapsed)
    storage.set(KEY, String(!storedCollapsed))
    setStoredCollapsed(!storedCollapsed)
  }

  return { isCollapsed, toggle }
}
