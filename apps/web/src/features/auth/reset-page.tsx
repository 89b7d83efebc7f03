import { accountRoutes } from '@flockwork/contract/account'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '@flockwork/contract/limits'
import { useEffect } from 'react'
import { ApiError, fieldErrorsOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { resetPage as words } from '../../strings/outside-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureSentence } from './failure.ts'
import { SubmitButton } from './submit-button.tsx'

const LINK_REFUSED = [401, 404, 410]

/** /reset#token=: sets a new password with an administrator's single-use link (docs/rules/accounts.md#reset-links). */
export function ResetPage({ token }: { token: string | null }) {
  const { api } = useServices()
  const form = useForm({
    initial: { password: '', endsAgentTokens: true },
    check: ({ password }) => ({
      password: password.length < PASSWORD_MIN_CHARS && strings.login.passwordLength(PASSWORD_MIN_CHARS),
    }),
    async send({ password, endsAgentTokens }) {
      try {
        const body = { token: token ?? '', password, keep_agent_tokens: !endsAgentTokens }
        await api.call(accountRoutes.resetPassword, { body })
      } catch (error) {
        if (isLinkRefused(error)) return 'bad'
        throw error
      }
      return 'done'
    },
    refused: (error) => failureSentence(error, words.failed),
  })
  const step = token ? form.sent : 'bad'
  useOtherLink()

  if (step === 'done') {
    return (
      <NoticePage tone="good" title={words.doneTitle}>
        <NoticeText>{words.done}</NoticeText>
        <ToSignIn variant="ink" />
      </NoticePage>
    )
  }
  if (step === 'bad') {
    return (
      <NoticePage tone="bad" title={words.badTitle}>
        <NoticeText>{words.bad}</NoticeText>
        <ToSignIn variant="outline" />
      </NoticePage>
    )
  }
  return (
    <NoticePage tone="plain" title={words.title}>
      <NoticeText>{words.text}</NoticeText>
      <form {...form.props} className="flex max-w-100 flex-col gap-4">
        <Field
          label={words.password}
          aside={<span className="text-sm text-ink-3">{strings.login.passwordHint(PASSWORD_MIN_CHARS)}</span>}
          error={form.errors.password}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...form.text('password')}
              size="lg"
              required
              maxLength={PASSWORD_MAX_CHARS}
              autoComplete="new-password"
            />
          )}
        </Field>
        <label className="flex items-start gap-2.5 text-base">
          <input
            type="checkbox"
            checked={form.values.endsAgentTokens}
            onChange={({ target }) => form.change({ endsAgentTokens: target.checked })}
            className="mt-1 size-4 accent-spruce"
          />
          <span>
            {words.endTokens}
            <span className="block text-sm text-ink-3">{words.endTokensHint}</span>
          </span>
        </label>
        <FailureNote message={form.message} />
        <div className="mt-1 flex">
          <SubmitButton label={words.save} busyLabel={words.saving} busy={form.isBusy} main />
        </div>
      </form>
    </NoticePage>
  )
}

/** Whether the server refused the link itself: it is unknown, used or over an hour old. */
function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return LINK_REFUSED.includes(error.status) || 'token' in fieldErrorsOf(error)
}

/** Opening a second link in this window only changes the hash, so the page remounts with it. */
function useOtherLink(): void {
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('hashchange', again)
    return () => removeEventListener('hashchange', again)
  }, [])
}

function ToSignIn({ variant }: { variant: 'ink' | 'outline' }) {
  return (
    <a href="/" className={`${buttonClass(variant, 'lg')} self-start max-md:w-full`}>
      {words.toSignIn}
    </a>
  )
}
