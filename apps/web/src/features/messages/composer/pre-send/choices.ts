/**
 * A person's choices about messages without a mention (docs/rules/messages.md#before-sending), stored in this browser
 * and not removed at logout (docs/rules/accounts.md#logging-out).
 */
import { useSyncExternalStore } from 'react'
import { useServices, type AppServices } from '../../../../api/services.ts'
import { dropLastAnswers } from './last-answer.ts'
import { createStorageChanges } from '../../../../storage/storage-changes.ts'

/** In the personal space: ask each time, always send to Chirpy (auto-route), or never. */
export type GuideRoute = 'ask' | 'always' | 'never'

export interface SendingChoices {
  guide: GuideRoute
  /** In other spaces: whether to ask about a message without a mention or topic. */
  asksForTopic: boolean
}

const ALWAYS = 'true'
const NEVER = 'never'

const changes = createStorageChanges()
const routeKey = ({ keys }: AppServices, userId: string) => keys.in('auto_route', userId)
const anywayKey = ({ keys }: AppServices, userId: string) => keys.in('send_anyway', userId)

function guideRoute(services: AppServices, userId: string): GuideRoute {
  const stored = services.storage.get(routeKey(services, userId))
  if (stored === ALWAYS) return 'always'
  return stored === NEVER ? 'never' : 'ask'
}

const asksForTopic = (services: AppServices, userId: string) =>
  services.storage.get(anywayKey(services, userId)) !== ALWAYS

export function sendingChoices(services: AppServices, userId: string): SendingChoices {
  return { guide: guideRoute(services, userId), asksForTopic: asksForTopic(services, userId) }
}

export function chooseGuideRoute(services: AppServices, userId: string, route: GuideRoute): void {
  if (route === 'ask') dropLastAnswers(services, userId)
  save(services, routeKey(services, userId), route === 'ask' ? null : route === 'always' ? ALWAYS : NEVER)
}

export function chooseAskForTopic(services: AppServices, userId: string, asks: boolean): void {
  if (asks) dropLastAnswers(services, userId)
  save(services, anywayKey(services, userId), asks ? null : ALWAYS)
}

function save({ storage }: AppServices, key: string, value: string | null): void {
  if (value === null) storage.remove(key)
  else storage.set(key, value)
  changes.notify()
}

export function useSendingChoices(userId: string): SendingChoices {
  const services = useServices()
  const guide = useSyncExternalStore(changes.subscribe, () => guideRoute(services, userId))
  const asks = useSyncExternalStore(changes.subscribe, () => asksForTopic(services, userId))
  return { guide, asksForTopic: asks }
}
