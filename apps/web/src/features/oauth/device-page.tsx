import { oauthRoutes, type Consent } from '@flockwork/contract/oauth'
import { useMutation } from '@tanstack/react-query'
import { ApiError, detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { consent, devicePage as words } from '../../strings/oauth.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ConsentForm, type Answer } from './consent-form.tsx'

/** `/device`: where the user enters the code of a program without a browser. */
export function DevicePage({ code: given }: { code: string }) {
  const { api } = useServices()
  const form = useForm({
    initial: { user_code: given },
    send: (body) => api.call(oauthRoutes.device, { body }),
    refused: (error) => ({ user_code: failureOf(error) }),
  })
  const { user_code: code } = form.values
  const decision = useMutation({
    mutationFn: (answer: Answer) =>
      api.call(oauthRoutes.decideDevice, { body: { user_code: code, ...answer } }),
  })

  const request = form.sent
  if (request && decision.isSuccess) return <Done request={request} isAllowed={decision.variables.allow} />
  if (request) {
    return (
      <NoticePage tone="plain" title={consent.title(request.client.name)}>
        <NoticeText>{words.compare(code)}</NoticeText>
        <ConsentForm consent={request} onAnswer={decision.mutateAsync} />
      </NoticePage>
    )
  }
  return (
    <NoticePage tone="plain" title={words.title}>
      <NoticeText>{words.text}</NoticeText>
      <form {...form.props} className="flex flex-col gap-4">
        <Field label={words.code} error={form.errors.user_code}>
          {(control) => (
            <Input
              {...control}
              {...form.text('user_code', (typed) => typed.toUpperCase())}
              size="lg"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              placeholder="XXXX-XXXX"
              className="code tracking-widest"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={form.isBusy}
          className="self-start max-md:w-full"
        >
          {form.isBusy ? words.checking : words.next}
        </Button>
      </form>
    </NoticePage>
  )
}

function failureOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return words.tooMany
  return detailOf(error, words.failed)
}

function Done({ request, isAllowed }: { request: Consent; isAllowed: boolean }) {
  const { name } = request.client
  return (
    <NoticePage tone={isAllowed ? 'good' : 'plain'} title={isAllowed ? words.doneTitle : words.refusedTitle}>
      <NoticeText>{isAllowed ? words.done(name) : words.refused(name)}</NoticeText>
    </NoticePage>
  )
}
