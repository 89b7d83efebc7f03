import type { Providers } from '@flockwork/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { api } from './browser.ts'

/** What this server says of itself; undefined while that isn't known. */
export function useInstance(): Providers | undefined {
  return useQuery({ queryKey: ['auth', 'providers'], queryFn: () => api.auth.providers() }).data
}
