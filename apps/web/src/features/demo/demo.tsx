import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { onDemoRequest } from '../messages/index.ts'
import { reloadInto } from '../spaces/index.ts'
import { SESSION_KEY, shownDemo, type ShownDemo } from './shown-demo.ts'

const Host = lazyPart(async () => (await import('./demo-host.tsx')).DemoHost)

/** Starts demos requested by window events, and restores one after a reload. Mounted once, in the shell. */
export function Demo() {
  const services = useServices()
  const [request, setRequest] = useState<Event | null>(null)
  const [hadSession] = useState(() => tabStorage.get(SESSION_KEY) !== null)

  useEffect(
    () =>
      onDemoRequest((event) => {
        // the requester learns that it was handled
        event.preventDefault()
        setRequest(event)
      }),
    [],
  )

  return (
    <Host
      when={hadSession || request !== null}
      request={request}
      reloadInto={(...to) => reloadInto(services, ...to)}
      onLoadError={() => setRequest(null)}
    />
  )
}

/**
 * The demo that replaces the current space on screen; null: none.
 *
 * @param mayShow false if the URL addresses something else
 */
export function useDemo(mayShow = true): ShownDemo | null {
  const { spaceId } = useSignedIn()
  const demo = useSyncExternalStore(shownDemo.subscribe, shownDemo.get)
  return mayShow && demo?.spaceId === spaceId ? demo : null
}
