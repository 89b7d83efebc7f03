import { useState } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { CreateAccountForm } from './create-account-form.tsx'
import { ProviderLink } from './provider-link.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { FormFailure, NewAccountValues, SignInOptions, SignInValues } from './sign-in-options.ts'

const words = strings.login

export interface LoginPanelProps {
  /** What the server offers; null while it hasn't said. */
  options: SignInOptions | null
  /** The server could not be asked: shows the sentence and a way to try again. */
  optionsFailure?: string | undefined
  onRetryOptions: () => void
  /** `/auth/github` with its `next`. */
  providerHref: string
  busy: boolean
  failure: FormFailure | undefined
  onSignIn: (values: SignInValues) => void
  onCreate: (values: NewAccountValues) => void
  /** The person changed between signing in and a new account: what was said against the form is stale. */
  onModeChange: () => void
}

function Or() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {words.or}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}

function Waiting() {
  const isShown = useSkeleton(true)
  if (!isShown) return <div className="h-58" />
  return (
    <SkeletonGroup label={words.loadingProviders}>
      <div className="flex h-58 flex-col gap-5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-12 rounded-panel" />
        <Skeleton className="h-12 rounded-panel" />
        <Skeleton className="h-12 w-32 rounded-panel" />
      </div>
    </SkeletonGroup>
  )
}

/** The ways to sign in that the server offers: the provider's link, the local form, or both (ui, section 6.1). */
export function LoginPanel(props: LoginPanelProps) {
  const { options, optionsFailure, busy, failure } = props
  const [wantsAccount, setWantsAccount] = useState(false)

  if (optionsFailure) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p className="text-base text-ink-2">{optionsFailure}</p>
        <Button onClick={props.onRetryOptions}>{strings.ui.tryAgain}</Button>
      </div>
    )
  }
  if (!options) return <Waiting />
  if (!options.github && !options.password) return <p className="text-base text-ink-2">{words.closed}</p>

  const mayCreate = options.first_run || options.registration === 'open'
  const isCreating = options.first_run || (mayCreate && wantsAccount)
  const isMain = !options.github

  function change(next: boolean) {
    setWantsAccount(next)
    props.onModeChange()
  }

  return (
    <div className="flex flex-col gap-4.5">
      {options.github && (
        <div className="flex">
          <ProviderLink href={props.providerHref} />
        </div>
      )}
      {options.github && options.password && <Or />}
      {options.password && isCreating && (
        <CreateAccountForm
          key="create"
          busy={busy}
          failure={failure}
          main={isMain}
          needsSetupCode={options.setup_code}
          onCreate={props.onCreate}
          aside={
            !options.first_run && (
              <Button variant="quiet" size="lg" className="max-md:w-full" onClick={() => change(false)}>
                {words.haveAccount}
              </Button>
            )
          }
        />
      )}
      {options.password && !isCreating && (
        <SignInForm
          key="sign-in"
          busy={busy}
          failure={failure}
          main={isMain}
          onSignIn={props.onSignIn}
          aside={
            mayCreate && (
              <Button variant="quiet" size="lg" className="max-md:w-full" onClick={() => change(true)}>
                {words.createAccount}
              </Button>
            )
          }
        />
      )}
    </div>
  )
}
