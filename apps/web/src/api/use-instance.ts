import type { Providers } from '@flockwork/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { useServices } from './services.ts'

/** What this server says of itself; undefined while that isn't known. */
export function useInstance(): Providers | undefined {
  const { api } = useServices()
  return useQuery({ queryKey: ['auth', 'providers'], queryFn: () => api.auth.providers() }).data
}
