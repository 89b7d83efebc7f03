import { strings } from '../../strings.ts'
import type { ToastInput } from '../../ui/toast-store.ts'

/** The message for a failed sign-in at the provider. */
export const PROVIDER_FAILED: ToastInput = {
  title: strings.login.providerFailedTitle,
  description: strings.login.providerFailed,
  tone: 'bad',
}
