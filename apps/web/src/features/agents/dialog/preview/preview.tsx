import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { preview as words } from '../../../../strings/agent-dialog.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { DialogSection } from '../dialog-section.tsx'
import { PREVIEW_DELAY_MS } from './mock.ts'
import { AchievementsTab, CapabilitiesTab, OverviewTab, TrustTab } from './preview-tabs.tsx'

type TabName = keyof typeof words.tabs

/** Four tabs of made-up numbers, labelled as such and collapsed by default. */
export function Preview() {
  const [tab, setTab] = useState<TabName>('overview')
  const isLoading = usePreviewDelay()
  const content = (name: TabName) => (isLoading ? <Waiting /> : CONTENTS[name])
  return (
    <DialogSection title={words.label}>
      <details className="group/preview">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-chip text-sm text-ink-2 hover:text-ink">
          <ChevronRight
            size={15}
            aria-hidden="true"
            className="transition-transform group-open/preview:rotate-90"
          />
          <Badge tone="straw">{words.badge}</Badge>
          {words.badgeHint}
        </summary>
        <Tabs
          label={words.label}
          value={tab}
          onValueChange={setTab}
          tabs={TAB_NAMES.map((name) => ({ value: name, label: words.tabs[name], content: content(name) }))}
        />
      </details>
    </DialogSection>
  )
}

const TAB_NAMES = ['overview', 'achievements', 'capabilities', 'trust'] as const satisfies TabName[]

const CONTENTS = {
  overview: <OverviewTab />,
  achievements: <AchievementsTab />,
  capabilities: <CapabilitiesTab />,
  trust: <TrustTab />,
}

function usePreviewDelay(): boolean {
  const [isLoading, setLoading] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLoading
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex h-18 flex-col gap-3 pt-1">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </SkeletonGroup>
  )
}
