/** Leaves the current space for the personal one without losing unsent drafts (docs/rules/spaces.md#out-of-it). */
import type { QueryClient } from '@tanstack/react-query'
import type { AppServices } from '../../api/services.ts'
import { readJson } from '../../storage/safe-storage.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { fetchSpaces } from './fetch-spaces.ts'
import { spaceKeys } from './keys.ts'
import { enterSpace } from './switching.ts'

const WHYS = ['removed', 'deleted', 'left', 'unknown'] as const

/** A space that this tab showed, and why the user is no longer in it. */
export interface LostSpace {
  readonly spaceId: string
  readonly name: string
  readonly why: (typeof WHYS)[number]
}

const KEY = 'lostSpace'

/**
 * Makes the personal space current and reloads the page in it, which then shows why. Returns false, and does nothing,
 * if the user is in the space after all. Rejects if the server can't be reached.
 */
export async function leaveLostSpace(
  services: AppServices,
  queryClient: QueryClient,
  lost: LostSpace,
): Promise<boolean> {
  const spaces = await fetchSpaces(services)
  if (spaces.some(({ id }) => id === lost.spaceId)) {
    queryClient.setQueryData(spaceKeys.mine, spaces)
    return false
  }
  const home = spaces.find(({ is_personal }) => is_personal) ?? spaces[0]
  if (home === undefined) return false
  const switched = await services.api.spaces.switch({ body: { org_id: home.id } })
  // while the page is still in the lost space: the drafts in its fields belong there
  services.spaceStates.saveOpenFields()
  tabStorage.set(KEY, JSON.stringify(lost))
  enterSpace(services, switched)
  services.keys.wipeCaches()
  location.assign('/home')
  return true
}

/** The space that was lost before this page load; reading it removes it. */
export function takeLostSpace(): LostSpace | null {
  const lost = readJson(tabStorage, KEY)
  tabStorage.remove(KEY)
  return isLost(lost) ? lost : null
}

function isLost(value: unknown): value is LostSpace {
  if (typeof value !== 'object' || value === null) return false
  const { spaceId, name, why }: Partial<Record<keyof LostSpace, unknown>> = value
  return typeof spaceId === 'string' && typeof name === 'string' && WHYS.some((one) => one === why)
}
