import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { onDemoRequest } from '../messages/index.ts'
import { reloadInto } from '../spaces/index.ts'
import { SESSION_KEY, shownDemo, type ShownDemo } from './shown-demo.ts'

const Host = lazyPart(async () => (await import('./demo-host.tsx')).DemoHost)

/** Starts the demos that the window is asked for, and shows one again after a reload. Mounted once, in the shell. */
export function Demo() {
  const services = useServices()
  const [request, setRequest] = useState<Event | null>(null)
  const [hadSession] = useState(() => tabStorage.get(SESSION_KEY) !== null)

  useEffect(
    () =>
      onDemoRequest((event) => {
        // whoever asked learns that it was heard
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
 * The demo that is shown in place of the space on screen; null: none.
 *
 * @param mayShow false where something else is asked for
 */
export function useDemo(mayShow = true): ShownDemo | null {
  const { spaceId } = useSignedIn()
  const demo = useSyncExternalStore(shownDemo.subscribe, shownDemo.get)
  return mayShow && demo?.spaceId === spaceId ? demo : null
}
