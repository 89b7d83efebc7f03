import { oauthRoutes } from '@flockwork/contract/oauth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { consent as words } from '../../strings/oauth.ts'
import { strings } from '../../strings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { ConsentForm, type Answer } from './consent-form.tsx'

/** `/consent/{uid}`: a program asks to act as an agent, and the signed-in user decides. */
export function ConsentPage({ uid }: { uid: string }) {
  const { api } = useServices()
  const params = { uid }
  const request = useQuery({
    queryKey: ['oauth', 'consent', uid],
    queryFn: ({ signal }) => api.call(oauthRoutes.consent, { params, signal }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const decision = useMutation({
    mutationFn: (answer: Answer) => api.call(oauthRoutes.decide, { params, body: answer }),
    // a full navigation to the program: a form or fetch would be blocked
    onSuccess: ({ continue_at: next }) => location.assign(next),
  })
  const isSlow = useSkeleton(request.isPending)

  if (isOver(request.error) || isOver(decision.error)) return <Over />
  if (request.isError) return <Unreachable onRetry={() => void request.refetch()} />
  if (!request.data) return isSlow ? <NoticePage tone="waiting" title={words.reading} /> : null
  const { name } = request.data.client
  if (decision.isSuccess) {
    return (
      <NoticePage tone="waiting" title={words.goingTitle(name)}>
        <NoticeText>{words.going}</NoticeText>
      </NoticePage>
    )
  }
  return (
    <NoticePage tone="plain" title={words.title(name)}>
      <NoticeText>{words.text}</NoticeText>
      <ConsentForm consent={request.data} onAnswer={decision.mutateAsync} />
    </NoticePage>
  )
}

function isOver(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

function Over() {
  return (
    <NoticePage tone="bad" title={words.overTitle}>
      <NoticeText>{words.over}</NoticeText>
      <a href="/" className={`${buttonClass('outline', 'lg')} self-start max-md:w-full`}>
        {words.toApp}
      </a>
    </NoticePage>
  )
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <NoticePage tone="bad" title={words.unreachableTitle}>
      <NoticeText>{strings.shell.unreachable}</NoticeText>
      <Button size="lg" className="self-start max-md:w-full" onClick={onRetry}>
        {strings.ui.tryAgain}
      </Button>
    </NoticePage>
  )
}
