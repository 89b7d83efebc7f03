import { useInstance } from '../../api/use-instance.ts'

/** Whether this instance lets people sign in with a password; false while that isn't known. */
export function usePasswordLogin(): boolean {
  return useInstance()?.password ?? false
}
