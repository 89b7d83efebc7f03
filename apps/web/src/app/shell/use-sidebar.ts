import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'

/** Without the session keys' prefix, so that it survives a logout (docs/rules/accounts.md#logging-out). */
const KEY = 'sidebarCollapsed'

interface Sidebar {
  isCollapsed: boolean
  toggle: () => void
}

/** Whether the sidebar is collapsed: as stored on wide screens, by default on narrower ones. */
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
