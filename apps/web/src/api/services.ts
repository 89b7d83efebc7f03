import { createContext, use } from 'react'
import type { SafeStorage } from '../storage/safe-storage.ts'
import type { Tab } from './tab.ts'
import type { Timers } from './timers.ts'

/** The services of one tab: its client, session, storage and clock. */
export interface AppServices extends Tab {
  /** For requests outside `api`: the stream, and calls with a token other than this browser's. */
  fetch: typeof fetch
  /** Shared by the tabs of a browser. */
  storage: SafeStorage
  timers: Timers
}

/** Provided once, around the whole app: the browser's own by main.tsx, fakes by a component test. */
export const Services = createContext<AppServices | null>(null)

/** @throws outside the provider. */
export function useServices(): AppServices {
  const services = use(Services)
  if (services === null) throw new Error('No services are provided here')
  return services
}
