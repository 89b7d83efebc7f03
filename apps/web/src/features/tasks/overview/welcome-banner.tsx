import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { createStorageChanges } from '../../../storage/storage-changes.ts'
import { taskOverview as words } from '../../../strings/tasks.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'

const changes = createStorageChanges()

/** Shown on the first visit until dismissed; stored per device and user. */
export function WelcomeBanner() {
  const { storage, keys } = useServices()
  const { profile } = useSignedIn()
  const key = keys.in('tasks_welcome_v1', profile.id)
  const isSeen = useSyncExternalStore(changes.subscribe, () => storage.get(key) !== null)
  if (isSeen) return null

  function dismiss() {
    storage.set(key, 'seen')
    changes.notify()
    // the button unmounts with the banner
    document.getElementById('content')?.focus()
  }

  return (
    <section
      aria-label={words.welcomeTitle}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel bg-spruce-soft px-4 py-3"
    >
      <Mark className="size-10" />
      <div className="min-w-56 flex-1">
        <h2 className="text-nav font-semibold">{words.welcomeTitle}</h2>
        <p className="text-sm text-ink-2">{words.welcomeText}</p>
      </div>
      <div className="flex gap-2">
        <Link to="/help" className={buttonClass('quiet', 'chip')}>
          {words.openHelp}
        </Link>
        <Button size="chip" onClick={dismiss}>
          {words.gotIt}
        </Button>
      </div>
    </section>
  )
}
