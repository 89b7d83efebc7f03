import type { Space } from '@flockwork/contract/spaces'
import type { AppServices } from '../../api/services.ts'

/** The user's spaces as the server has them. Apart from the hook, which the login screen would load for nothing. */
export async function fetchSpaces({ api }: AppServices): Promise<readonly Space[]> {
  return (await api.spaces.list()).organizations
}
