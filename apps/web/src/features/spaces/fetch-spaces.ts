import type { Space } from '@flockwork/contract/spaces'
import { api } from '../../api/browser.ts'

/** The user's spaces as the server has them. Apart from the hook, which the login screen would load for nothing. */
export async function fetchSpaces(): Promise<readonly Space[]> {
  return (await api.spaces.list()).organizations
}
