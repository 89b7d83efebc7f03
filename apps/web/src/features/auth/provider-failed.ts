import { strings } from '../../strings.ts'
import type { ToastInput } from '../../ui/toast-store.ts'

/** What a sign-in at the provider that failed says. */
export const PROVIDER_FAILED: ToastInput = {
  title: strings.login.providerFailedTitle,
  description: strings.login.providerFailed,
  tone: 'bad',
}
