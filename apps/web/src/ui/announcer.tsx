import { useSyncExternalStore } from 'react'
import { lastAnnouncements, onAnnouncement } from './announce.ts'

/**
 * The page's two regions for screen readers alone. One of each, mounted once: everything that is said goes
 * through `announce`. A new key for each text, so that the same words are said again.
 */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(onAnnouncement, lastAnnouncements)
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        <p key={polite.id}>{polite.text}</p>
      </div>
      <div role="alert" aria-live="assertive">
        <p key={assertive.id}>{assertive.text}</p>
      </div>
    </div>
  )
}
