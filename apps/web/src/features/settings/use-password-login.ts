import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** Whether this instance lets people sign in with a password; false while that isn't known. */
export function usePasswordLogin(): boolean {
  const { data } = useQuery({ queryKey: ['auth', 'providers'], queryFn: () => api.auth.providers() })
  return data?.password ?? false
}
