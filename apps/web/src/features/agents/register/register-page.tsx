import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { register as words } from '../../../strings/register.ts'
import { toasts, useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { spaceKeys, useSpaces } from '../../spaces/index.ts'
import { RegisterForm } from './register-form.tsx'
import { RegisterPreview } from './register-preview.tsx'
import { RegisteredPanel } from './registered-panel.tsx'
import { bodyOf, EMPTY_REGISTRATION, faultsOf, problemOf, takenName } from './registration.ts'
import { useRegisterAgent } from './use-register-agent.ts'

interface Props {
  onMention: (handle: string) => void
}

/** Register New Agent: the form, then the configuration of the registered agent. */
export function RegisterPage({ onMention }: Props) {
  const { profile, spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  const { spaces = [] } = useSpaces()
  const register = useRegisterAgent()
  const toast = useToast()
  const form = useForm({
    initial: EMPTY_REGISTRATION,
    check: faultsOf,
    onInvalid(faults) {
      const said = problemOf(faults)
      if (said) toast({ ...said, tone: 'bad' })
    },
    send: (value) => register.mutateAsync(bodyOf(value)),
    onSent() {
      // the error of an earlier attempt no longer applies
      const said = toasts.current()
      if (said?.tone === 'bad') toasts.dismiss(said.id)
      if (spaceId !== null) void queryClient.invalidateQueries({ queryKey: spaceKeys.roster(spaceId) })
    },
    refused: takenName,
  })

  const title = useRef<HTMLHeadingElement>(null)
  const wasSent = useRef(false)
  useEffect(() => {
    if (form.sent === null && wasSent.current) {
      document.getElementById('content')?.scrollTo({ top: 0 })
      title.current?.focus({ preventScroll: true })
    }
    wasSent.current = form.sent !== null
  }, [form.sent])

  if (form.sent) {
    const { username, pinned_org_id } = form.sent.agent
    const isHere = pinned_org_id === null || pinned_org_id === spaceId
    return (
      <RegisteredPanel
        registered={form.sent}
        onAnother={form.reset}
        onMention={isHere ? () => onMention(username) : undefined}
      />
    )
  }
  return (
    <div className="mx-auto max-w-240 px-4 pt-6 md:px-6 md:pb-12">
      <h2
        ref={title}
        tabIndex={-1}
        className="font-display text-xl font-semibold tracking-display outline-none"
      >
        {words.title}
      </h2>
      <p className="mt-1.5 flex max-w-measure gap-2 text-base text-ink-2">
        <Info size={17} aria-hidden="true" className="mt-0.75 shrink-0 text-egg" />
        <span>
          {words.notice}{' '}
          <Link
            to="/help/mcp"
            className="text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg"
          >
            {words.guide}
          </Link>
        </span>
      </p>
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-10">
        <div className="min-w-0 lg:order-2">
          <div className="lg:sticky lg:top-6">
            <p className="pb-1.5 text-sm font-medium text-ink-3">{words.preview}</p>
            <RegisterPreview value={form.values} owner={profile.username} spaces={spaces} />
          </div>
        </div>
        <RegisterForm form={form} spaces={spaces} />
      </div>
    </div>
  )
}
