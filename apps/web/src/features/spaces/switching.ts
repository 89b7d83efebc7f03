/** Makes a space current: replaces the token and reloads the page (docs/rules/spaces.md#switching). */
import type { Switched } from '@flockwork/contract/spaces'
import { isOwnPath } from '@flockwork/contract/text/own-path'
import type { AppServices } from '../../api/services.ts'
import { readJson } from '../../storage/safe-storage.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { fetchSpaces } from './fetch-spaces.ts'

const HOME = '/home'
const SAID_KEY = 'saidAfterReload'

/** Stores the new space's token; from here on the tab is in that space. */
export function enterSpace({ session }: AppServices, { new_token, org_id }: Switched): void {
  session.enterSpace(new_token, org_id)
}

/**
 * Where to go after signing in: `next` when there is one, a path of this site; otherwise the personal space is made
 * current and it is `/home` (docs/rules/accounts.md#after-signing-in).
 */
export async function afterSignIn(services: AppServices, next: string | null): Promise<string> {
  if (next !== null && isOwnPath(next)) return next
  const personal = (await fetchSpaces(services)).find(({ is_personal }) => is_personal)
  const state = services.session.state()
  const isThere = state.status === 'signedIn' && state.spaceId === personal?.id
  if (personal && !isThere)
    enterSpace(services, await services.api.spaces.switch({ body: { org_id: personal.id } }))
  return HOME
}

interface Words {
  title: string
  description: string
}

/** Stores a text that the page shows after its reload; another tab that reloads meanwhile doesn't show it. */
export function showAfterReload(words: Words): void {
  tabStorage.set(SAID_KEY, JSON.stringify(words))
}

/** The text stored before the reload; reading it removes it. */
export function takeNoticeAfterReload(): Words | null {
  const words = readJson(tabStorage, SAID_KEY)
  tabStorage.remove(SAID_KEY)
  const isWords = typeof words === 'object' && words !== null && 'title' in words && 'description' in words
  return isWords ? (words as Words) : null
}
