import { settings } from '../../strings/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The programs that may act for this person: none can be connected yet. */
export function AppsSection() {
  return (
    <EmptyState scene="bare" title={settings.apps.empty}>
      {settings.apps.emptyText}
    </EmptyState>
  )
}
