import type { Space } from '@flockwork/contract/spaces'
import type { AppServices } from '../../api/services.ts'
import { unreadStoreOf } from './unread-store.ts'

/** The user's spaces as the server has them. Apart from the hook, which the login screen would load for nothing. */
export async function fetchSpaces(services: AppServices): Promise<readonly Space[]> {
  const { organizations } = await services.api.spaces.list()
  unreadStoreOf(services).onAnswer(organizations)
  return organizations
}
