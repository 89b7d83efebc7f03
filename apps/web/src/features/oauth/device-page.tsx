import { oauthRoutes, type Consent } from '@flockwork/contract/oauth'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { ApiError, detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { consent, devicePage as words } from '../../strings/oauth.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { ConsentForm, type Answer } from './consent-form.tsx'

/** `/device`: the code of a program without a browser is entered here. */
export function DevicePage({ code: given }: { code: string }) {
  const { api } = useServices()
  const [code, setCode] = useState(given)
  const check = useMutation({
    mutationFn: () => api.call(oauthRoutes.device, { body: { user_code: code } }),
  })
  const decision = useMutation({
    mutationFn: (answer: Answer) =>
      api.call(oauthRoutes.decideDevice, { body: { user_code: code, ...answer } }),
  })

  const request = check.data
  if (request && decision.isSuccess) return <Done request={request} isAllowed={decision.variables.allow} />
  if (request) {
    return (
      <NoticePage tone="plain" title={consent.title(request.client.name)}>
        <NoticeText>{words.compare(code)}</NoticeText>
        <ConsentForm
          consent={request}
          isBusy={decision.isPending}
          error={decision.error}
          onAnswer={(answer) => decision.mutate(answer)}
        />
      </NoticePage>
    )
  }
  return (
    <NoticePage tone="plain" title={words.title}>
      <NoticeText>{words.text}</NoticeText>
      <CodeForm
        code={code}
        isBusy={check.isPending}
        error={check.error}
        onType={(text) => {
          setCode(text)
          check.reset()
        }}
        onCheck={() => check.mutate()}
      />
    </NoticePage>
  )
}

interface CodeFormProps {
  code: string
  isBusy: boolean
  error: Error | null
  onType: (text: string) => void
  onCheck: () => void
}

function CodeForm({ code, isBusy, error, onType, onCheck }: CodeFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy) onCheck()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.code} error={error ? failureOf(error) : undefined}>
        {(control) => (
          <Input
            {...control}
            size="lg"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="XXXX-XXXX"
            value={code}
            onChange={(event) => onType(event.target.value.toUpperCase())}
            className="code tracking-widest"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy} className="self-start max-md:w-full">
        {isBusy ? words.checking : words.next}
      </Button>
    </form>
  )
}

function failureOf(error: Error): string {
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
