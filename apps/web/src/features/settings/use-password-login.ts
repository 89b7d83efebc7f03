import { useInstance } from '../../api/use-instance.ts'

/** Whether this instance allows password sign-in; false while loading. */
export function usePasswordLogin(): boolean {
  return useInstance()?.password ?? false
}
