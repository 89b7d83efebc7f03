import type { InvitePreview } from '@flockwork/contract/spaces'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError, detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useSession } from '../../api/use-session.ts'
import { joinPage as words } from '../../strings/join-page.ts'
import { strings } from '../../strings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { joinsAfterSignIn, rememberToJoin } from './join-after-sign-in.ts'
import { reloadInto } from './reload-into.ts'

interface Props {
  code: string
  /** Navigates to the sign-in if the user is signed out; null if signed in. */
  onSignIn: (() => void) | null
}

/** /join/CODE: the space of an invite, and the button to join (docs/rules/spaces.md#joining). */
export function JoinPage({ code, onSignIn }: Props) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['invite', code, onSignIn === null],
    queryFn: () => api.spaces.previewInvite({ params: { code } }),
    retry: (failures, reason) => !(reason instanceof ApiError) && failures < 2,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (data) {
    return (
      <Found preview={data}>
        {onSignIn ? <AsGuest code={code} onSignIn={onSignIn} /> : <AsPerson code={code} preview={data} />}
      </Found>
    )
  }
  if (!error) return <NoticePage tone="waiting" title={words.loading} />
  return <Refused error={error} onRetry={() => void refetch()} />
}

function Found({ preview, children }: { preview: InvitePreview; children: ReactNode }) {
  const { name, description, visibility, member_count, invited_by, is_member } = preview
  return (
    <NoticePage tone="plain" title={is_member ? words.memberTitle(name) : words.title(name)}>
      <NoticeText>{is_member ? words.memberText : words.invitedBy(nameOf(invited_by))}</NoticeText>
      <p className="tabular -mt-2 flex flex-wrap items-center gap-2 text-base text-ink-3">
        <Badge>{strings.spaces.types[visibility]}</Badge>
        {words.people(member_count)}
      </p>
      {description && (
        <p dir="auto" className="max-w-measure text-base break-words text-ink-2">
          {description}
        </p>
      )}
      {children}
    </NoticePage>
  )
}

function nameOf({ username, display_name }: InvitePreview['invited_by']): string {
  return display_name === username ? `@${username}` : `${display_name} (@${username})`
}

function AsGuest({ code, onSignIn }: { code: string; onSignIn: () => void }) {
  function signIn() {
    rememberToJoin(code, Date.now())
    onSignIn()
  }
  return (
    <>
      <p className="text-base text-ink-2">{words.signInText}</p>
      <div className="flex">
        <Button variant="primary" size="lg" className="max-md:w-full" onClick={signIn}>
          {words.signIn}
        </Button>
      </div>
    </>
  )
}

/** Joins automatically if the user signed in for this code. */
function AsPerson({ code, preview }: { code: string; preview: InvitePreview }) {
  const services = useServices()
  const { api } = services
  const queryClient = useQueryClient()
  const { state } = useSession()
  const [wantsIn] = useState(() => joinsAfterSignIn(code, Date.now()))
  const hasBegun = useRef(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      preview.is_member
        ? api.spaces.switch({ body: { org_id: preview.org_id } })
        : api.spaces.join({ body: { invite_code: code } }),
    onSuccess: (switched) => reloadInto(services, queryClient, switched),
  })

  useEffect(() => {
    if (!wantsIn || hasBegun.current) return
    hasBegun.current = true
    mutate()
  }, [wantsIn, mutate])

  if (error instanceof ApiError && error.status === 404) return <FailureNote message={words.badText} />
  const isBusy = isPending || isSuccess
  const act = preview.is_member ? words.open : words.join
  return (
    <>
      <FailureNote message={error && detailOf(error, words.joinFailed)} />
      {state.status === 'signedIn' && !preview.is_member && (
        <p className="text-base text-ink-3">{words.as(state.profile.username)}</p>
      )}
      <div className="flex">
        <Button variant="primary" size="lg" busy={isBusy} className="max-md:w-full" onClick={() => mutate()}>
          {isBusy && !preview.is_member ? words.joining : act}
        </Button>
      </div>
    </>
  )
}

const REFUSED = [404, 422]
const RATE_LIMITED = 429

function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = error instanceof ApiError ? error.status : 0
  if (REFUSED.includes(status)) {
    return (
      <NoticePage tone="bad" title={words.badTitle}>
        <NoticeText>{words.badText}</NoticeText>
        <ToApp />
      </NoticePage>
    )
  }
  if (error instanceof ApiError && status === RATE_LIMITED) {
    const minutes = Math.ceil((error.retryAfterMs ?? 60_000) / 60_000)
    return (
      <NoticePage tone="bad" title={words.tooManyTitle}>
        <NoticeText>{words.tooMany(minutes)}</NoticeText>
        <ToApp />
      </NoticePage>
    )
  }
  return (
    <NoticePage tone="bad" title={words.failed}>
      <NoticeText>{strings.shell.unreachable}</NoticeText>
      <Button size="lg" className="self-start max-md:w-full" onClick={onRetry}>
        {strings.ui.tryAgain}
      </Button>
    </NoticePage>
  )
}

function ToApp() {
  return (
    <a href="/" className={`${buttonClass('outline', 'lg')} self-start max-md:w-full`}>
      {words.toApp}
    </a>
  )
}
