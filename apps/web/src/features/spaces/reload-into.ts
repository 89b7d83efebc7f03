/** The common part of switching and joining (docs/rules/spaces.md#switching). */
import type { Switched } from '@flockwork/contract/spaces'
import type { QueryClient } from '@tanstack/react-query'
import type { AppServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { spaceKeys } from './keys.ts'
import { enterSpace, showAfterReload } from './switching.ts'

const AGENTS = ['agents'] as const

/**
 * Stores the new token, drops data fetched for the old space, and reloads the page at `path` or at the feed.
 * The toast shows after that (docs/rules/spaces.md#switching).
 */
export async function reloadInto(
  services: AppServices,
  queryClient: QueryClient,
  switched: Switched,
  path?: string,
): Promise<void> {
  enterSpace(services, switched)
  const { switchedTitle, switchedTo } = strings.spaces
  showAfterReload({ title: switchedTitle, description: switchedTo(switched.org_name) })
  for (const queryKey of [spaceKeys.mine, AGENTS]) {
    await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  services.keys.wipeCaches()
  location.assign(path ?? (switched.organization.is_personal ? '/home' : '/'))
}
