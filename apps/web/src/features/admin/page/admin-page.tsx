import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import { useRef } from 'react'
import { adminPage as words } from '../../../strings/admin-page.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import type { AdminTab } from '../tabs.ts'
import { StatLine } from './stat-line.tsx'

const PARTS = {
  users: lazyPart(async () => (await import('../people/users-tab.tsx')).UsersTab),
  organizations: lazyPart(async () => (await import('../spaces/organizations-tab.tsx')).OrganizationsTab),
  activity: lazyPart(async () => (await import('../activity/activity-tab.tsx')).ActivityTab),
  violations: lazyPart(async () => (await import('../violations/violations-tab.tsx')).ViolationsTab),
  analytics: lazyPart(async () => (await import('../analytics/analytics-tab.tsx')).AnalyticsTab),
  audit: lazyPart(async () => (await import('../audit/audit-tab.tsx')).AuditTab),
} as const satisfies Record<AdminTab, unknown>
const HealthBanner = lazyPart(async () => (await import('../health/health-banner.tsx')).HealthBanner)
const ControlCentre = lazyPart(async () => (await import('../control/control-centre.tsx')).ControlCentre)

const ORDER: readonly AdminTab[] = ['users', 'organizations', 'activity', 'violations', 'analytics', 'audit']

/** Administration of the instance: figures, lazy-loaded tabs, and the control centre below them. */
export function AdminPage() {
  const { tab = 'users' } = useSearch({ from: '/admin' })
  const navigate = useNavigate()
  const isOnline = useOnline()
  const tabs = useRef<HTMLDivElement>(null)
  const centre = useRef<HTMLDivElement>(null)
  const open = (next: AdminTab) => navigate({ to: '/admin', search: { tab: next } })

  async function showViolations() {
    await open('violations')
    goTo(tabs.current)
  }

  return (
    <div className="relative mx-auto flex max-w-280 flex-col gap-5 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="spruce">{words.badge}</Badge>
        <Button variant="quiet" size="sm" className="ms-auto" onClick={() => goTo(centre.current)}>
          {words.control}
          <ArrowDown size={15} aria-hidden="true" />
        </Button>
      </div>
      {!isOnline && <FailurePanel isMild title={words.offline} />}
      <HealthBanner />
      <StatLine onViolations={() => void showViolations()} />
      <div ref={tabs} tabIndex={-1} className="outline-none">
        <Tabs
          label={words.sections}
          value={tab}
          onValueChange={(next) => void open(next)}
          tabs={ORDER.map((value) => {
            const Part = PARTS[value]
            return { value, label: words.tabs[value], content: <Part fallback={<Waiting />} /> }
          })}
        />
      </div>
      <div ref={centre} tabIndex={-1} className="outline-none">
        <ControlCentre fallback={<Waiting />} />
      </div>
    </div>
  )
}

function goTo(place: HTMLElement | null) {
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-5">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-4 w-48" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
