import { useSyncExternalStore } from 'react'
import { lastAnnouncements, onAnnouncement } from './announce.ts'

/**
 * The page's two live regions for screen readers, one polite and one assertive, mounted once: everything is announced
 * through `announce`. Each text has a new key, so that the same words are announced again.
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
