import type { DemoScenario } from '@flockwork/contract/demo'
import type { Switched } from '@flockwork/contract/spaces'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { DemoFeedView, FEED_PATHS, openDemoFeed } from '../messages/index.ts'
import { useSpaces } from '../spaces/index.ts'
import { DemoBanner } from './demo-banner.tsx'
import { saveDemoSession, readDemoSession } from './demo-session.ts'
import { scenarioOf } from './scenario-of.ts'
import { clearDemo, reloadClearedDemo, hideDemo, resumeDemo, startDemo } from './run-demo.ts'

interface Props {
  /** The last event that requested a demo. */
  request: Event | null
  /** Switches spaces; passed in because the page has it anyway. */
  reloadInto: (queryClient: QueryClient, switched: Switched, path: string) => Promise<void>
}

const parts = { Banner, Side: DemoFeedView }

/** Runs requested demos while the user is signed in. Renders nothing. */
export function DemoHost({ request, reloadInto }: Props) {
  const services = useServices()
  const { api } = services
  const { profile, spaceId } = useSignedIn()
  const { spaces, current, isLoading } = useSpaces()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isStarting = useRef(false)
  const done = useRef<Event | null>(null)
  const userId = profile.id

  async function run(scenario: DemoScenario | null, mayReload: boolean) {
    if (isStarting.current || spaceId === null) return
    isStarting.current = true
    const personal = spaces?.find(({ is_personal: isPersonal }) => isPersonal)
    if (
      mayReload &&
      personal &&
      current &&
      !current.is_personal &&
      (await hasSwitched(personal.id, scenario))
    ) {
      return
    }
    // on other pages it would play unseen
    if (!FEED_PATHS.includes(pathname)) void navigate({ to: '/home' })
    await startDemo(services, { userId, spaceId, parts }, scenario)
    isStarting.current = false
  }

  /** A switch that fails is no reason not to run the demo. */
  async function hasSwitched(personalId: string, scenario: DemoScenario | null): Promise<boolean> {
    try {
      const switched = await api.spaces.switch({ body: { org_id: personalId } })
      saveDemoSession(tabStorage, { kind: 'requested', userId, scenario })
      await reloadInto(queryClient, switched, '/home')
      return true
    } catch {
      return false
    }
  }

  const begin = useEffectEvent(() => {
    const session = readDemoSession(tabStorage)
    if (session === null) return
    if (session.userId !== userId) saveDemoSession(tabStorage, null)
    else if (session.kind === 'shown') void resumeDemo(services, parts)
    // the page was reloaded for it: don't repeat that
    else void run(session.scenario, false)
  })
  useEffect(() => {
    const queue = openDemoFeed(services, userId)
    const flush = () => queue.flush()
    addEventListener('online', flush)
    begin()
    return () => {
      removeEventListener('online', flush)
      hideDemo(services)
    }
  }, [services, userId])

  const runNew = useEffectEvent((event: Event) => {
    if (done.current === event) return
    done.current = event
    void run(scenarioOf(event), true)
  })
  useEffect(() => {
    // until the spaces are loaded it is unknown whether to switch
    if (request !== null && !isLoading) runNew(request)
  }, [request, isLoading])

  useEffect(
    () =>
      subscribeToEvents((events) => {
        // so that the demo's data is fetched again at the next page load, too
        if (events.some(({ name }) => name === 'demo')) reloadClearedDemo(services).catch(() => undefined)
      }),
    [services],
  )

  return null
}

function Banner() {
  const services = useServices()
  return <DemoBanner onClear={() => void clearDemo(services)} />
}
