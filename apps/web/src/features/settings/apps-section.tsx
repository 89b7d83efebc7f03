import type { ConnectedApp } from '@flockwork/contract/oauth'
import { useRef, useState } from 'react'
import { settings } from '../../strings/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { AppRow } from './app-row.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { DoneNote } from './done-note.tsx'
import { useApps } from './use-apps.ts'

const words = settings.apps

/** The programs that may act as one of the user's agents, with a button to disconnect each. */
export function AppsSection() {
  const { data: apps, isPending, error, refetch } = useApps()
  const [appToDisconnect, setAsked] = useState<ConnectedApp | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const showsSkeleton = useSkeleton(isPending)
  const list = useRef<HTMLUListElement>(null)

  if (showsSkeleton) return <Waiting />
  if (error && !apps) return <LoadFailure text={words.failed} onRetry={() => void refetch()} />
  if (!apps) return null

  function finish(name: string) {
    setAsked(null)
    setDone(words.done(name))
    // the clicked button unmounts with its row
    list.current?.focus()
  }

  return (
    <>
      {apps.length === 0 ? (
        <EmptyState scene="bare" title={words.empty}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-ink-2">{words.text}</p>
          <ul ref={list} tabIndex={-1} aria-label={settings.sections.apps} className="mt-3 outline-none">
            {apps.map((app) => (
              <AppRow
                key={app.id}
                app={app}
                onDisconnect={() => {
                  setDone(null)
                  setAsked(app)
                }}
              />
            ))}
          </ul>
        </>
      )}
      <div className="mt-4">
        <DoneNote message={done} />
      </div>
      <DisconnectDialog app={appToDisconnect} onClose={() => setAsked(null)} onDone={finish} />
    </>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-5 pt-2">
        {[0, 1].map((row) => (
          <div key={row} className="flex flex-col gap-1.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-64" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
