/**
 * What a person chose about messages without a mention (docs/rules/messages.md#before-sending): each person's own in
 * this browser, kept at logout (docs/rules/accounts.md#logging-out).
 */
import { useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../../../api/services.ts'
import { createStorageChanges } from '../../../../storage/storage-changes.ts'

/** Of the personal space: to ask each time, to send to Chirpy always (auto-route), or neither. */
export type GuideRoute = 'ask' | 'always' | 'never'

export interface SendingChoices {
  guide: GuideRoute
  /** Elsewhere: whether a message without a mention or a topic is asked about. */
  asksForTopic: boolean
}

const ALWAYS = 'true'
const NEVER = 'never'

const news = createStorageChanges()
const routeKey = ({ keys }: AppServices, userId: string) => keys.in('auto_route', userId)
const anywayKey = ({ keys }: AppServices, userId: string) => keys.in('send_anyway', userId)

function guideRoute(services: AppServices, userId: string): GuideRoute {
  const kept = services.storage.get(routeKey(services, userId))
  if (kept === ALWAYS) return 'always'
  return kept === NEVER ? 'never' : 'ask'
}

const asksForTopic = (services: AppServices, userId: string) =>
  services.storage.get(anywayKey(services, userId)) !== ALWAYS

export function sendingChoices(services: AppServices, userId: string): SendingChoices {
  return { guide: guideRoute(services, userId), asksForTopic: asksForTopic(services, userId) }
}

export function chooseGuideRoute(services: AppServices, userId: string, route: GuideRoute): void {
  keep(services, routeKey(services, userId), route === 'ask' ? null : route === 'always' ? ALWAYS : NEVER)
}

export function chooseToBeAsked(services: AppServices, userId: string, asks: boolean): void {
  keep(services, anywayKey(services, userId), asks ? null : ALWAYS)
}

function keep({ storage }: AppServices, key: string, value: string | null): void {
  if (value === null) storage.remove(key)
  else storage.set(key, value)
  news.notify()
}

export function useSendingChoices(userId: string): SendingChoices {
  const services = useServices()
  const guide = useSyncExternalStore(news.subscribe, () => guideRoute(services, userId))
  const asks = useSyncExternalStore(news.subscribe, () => asksForTopic(services, userId))
  return { guide, asksForTopic: asks }
}
