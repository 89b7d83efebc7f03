import type { Space } from '@flockwork/contract/spaces'
import type { AppServices } from '../../api/services.ts'
import { unreadStoreOf } from './unread-store.ts'

/** Fetches the user's spaces. Separate from the hook, which the login screen would load needlessly. */
export async function fetchSpaces(services: AppServices): Promise<readonly Space[]> {
  const { organizations } = await services.api.spaces.list()
  unreadStoreOf(services).onAnswer(organizations)
  return organizations
}
