import type { Providers } from '@flockwork/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { useServices } from './services.ts'

/** This server's public settings; undefined until they are loaded. */
export function useInstance(): Providers | undefined {
  const { api } = useServices()
  return useQuery({ queryKey: ['auth', 'providers'], queryFn: () => api.auth.providers() }).data
}
