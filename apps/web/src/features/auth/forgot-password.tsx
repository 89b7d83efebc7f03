import { strings } from '../../strings.ts'

/** What to do about a forgotten password. There is no email: an administrator creates a reset link. */
export function ForgotPassword() {
  const { forgotPassword, forgotPasswordText } = strings.login
  return (
    <details className="text-sm text-ink-3">
      <summary className="relative w-fit list-none font-medium text-ink-2 underline decoration-line-strong underline-offset-4 hit-area hover:text-ink hover:decoration-ink [&::-webkit-details-marker]:hidden">
        {forgotPassword}
      </summary>
      <p className="mt-1.5">{forgotPasswordText}</p>
    </details>
  )
}
