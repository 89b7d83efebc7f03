import { accountRoutes } from '@flockwork/contract/account'
import { useEffect, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { resetPage as words } from '../../strings/outside-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { ResetForm } from './reset-form.tsx'
import { isLinkRefused, resetFailureOf } from './reset-failure.ts'
import type { FormFailure } from './sign-in-options.ts'

type Step = 'asking' | 'done' | 'bad'

/** /reset#token=: a new password by an administrator's link, which works once (docs/rules/accounts.md#reset-links). */
export function ResetPage({ token }: { token: string | null }) {
  const { api } = useServices()
  const [step, setStep] = useState<Step>(token ? 'asking' : 'bad')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure>()
  useOtherLink()

  async function save(password: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      await api.call(accountRoutes.resetPassword, { body: { token: token ?? '', password } })
      setStep('done')
    } catch (error) {
      if (isLinkRefused(error)) setStep('bad')
      else setFailure(resetFailureOf(error))
    } finally {
      setBusy(false)
    }
  }

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
      <ResetForm busy={busy} failure={failure} onSave={(password) => void save(password)} />
    </NoticePage>
  )
}

/** A second link that is opened in this window only changes the hash: the page begins anew with it. */
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
