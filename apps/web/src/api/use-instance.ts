import type { Providers } from '@flockwork/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { api } from './browser.ts'

/** What this server says of itself (decisions 13.4); undefined while that isn't known. */
export function useInstance(): Providers | undefined {
  return useQuery({ queryKey: ['auth', 'providers'], queryFn: () => api.auth.providers() }).data
}
