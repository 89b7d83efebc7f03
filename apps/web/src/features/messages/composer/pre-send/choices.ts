/**
 * What a person chose about messages without a mention (docs/rules/messages.md#before-sending): each person's own in
 * this browser, kept at logout (docs/rules/accounts.md#logging-out).
 */
import { useSyncExternalStore } from 'react'
import { keys, storage } from '../../../../api/browser.ts'
import { createStorageNews } from '../../../../storage/storage-news.ts'

/** Of the personal space: to ask each time, to send to Chirpy always (auto-route), or neither. */
export type GuideRoute = 'ask' | 'always' | 'never'

export interface SendingChoices {
  guide: GuideRoute
  /** Elsewhere: whether a message without a mention or a topic is asked about. */
  asksForTopic: boolean
}

const ALWAYS = 'true'
const NEVER = 'never'

const news = createStorageNews()
const routeKey = (userId: string) => keys.in('auto_route', userId)
const anywayKey = (userId: string) => keys.in('send_anyway', userId)

function guideRoute(userId: string): GuideRoute {
  const kept = storage.get(routeKey(userId))
  if (kept === ALWAYS) return 'always'
  return kept === NEVER ? 'never' : 'ask'
}

const asksForTopic = (userId: string) => storage.get(anywayKey(userId)) !== ALWAYS

export function sendingChoices(userId: string): SendingChoices {
  return { guide: guideRoute(userId), asksForTopic: asksForTopic(userId) }
}

export function chooseGuideRoute(userId: string, route: GuideRoute): void {
  keep(routeKey(userId), route === 'ask' ? null : route === 'always' ? ALWAYS : NEVER)
}

export function chooseToBeAsked(userId: string, asks: boolean): void {
  keep(anywayKey(userId), asks ? null : ALWAYS)
}

function keep(key: string, value: string | null): void {
  if (value === null) storage.remove(key)
  else storage.set(key, value)
  news.tell()
}

export function useSendingChoices(userId: string): SendingChoices {
  const guide = useSyncExternalStore(news.subscribe, () => guideRoute(userId))
  const asks = useSyncExternalStore(news.subscribe, () => asksForTopic(userId))
  return { guide, asksForTopic: asks }
}
