import type { Consent } from '@flockwork/contract/oauth'
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { CircleAlert } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { detailOf } from '../../api/api-error.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { consent as words } from '../../strings/oauth.ts'
import { Button } from '../../ui/button.tsx'
import { AgentChoice, NEW_AGENT, type Choice } from './agent-choice.tsx'
import { ScopeList } from './scope-list.tsx'

export interface Answer {
  readonly allow: boolean
  readonly agent: string | null
}

interface Props {
  consent: Consent
  isBusy: boolean
  error: Error | null
  onAnswer: (answer: Answer) => void
}

/** Who asks, for what, and as which agent it would act; the two answers. */
export function ConsentForm({ consent, isBusy, error, onAnswer }: Props) {
  const { client, scopes, named_agent: named, agents } = consent
  const { profile } = useSignedIn()
  const [choice, setChoice] = useState<Choice>(() => ({ picked: agents[0]?.handle ?? NEW_AGENT, name: '' }))
  const [problem, setProblem] = useState<string | null>(null)
  const isImpossible = named?.state === 'taken' || named?.state === 'invalid'

  function allow(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || isImpossible) return
    const agent = named?.handle ?? handleOf(choice)
    setProblem(isHandle(agent) ? null : words.newNameHint)
    if (isHandle(agent)) onAnswer({ allow: true, agent })
  }

  return (
    <form noValidate onSubmit={allow} className="flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-base">
        <Row name={words.answerTo}>
          <Destination client={client} />
        </Row>
        <Row name={words.signedInAs}>
          <bdi className="font-medium">{profile.username}</bdi>
        </Row>
      </dl>
      <ScopeList scopes={scopes} />
      <AgentChoice
        named={named}
        agents={agents}
        choice={choice}
        problem={problem}
        onChange={(next) => {
          setChoice(next)
          setProblem(null)
        }}
      />
      <div role="alert" className="empty:-mt-6">
        {error && (
          <p className="flex gap-2 rounded-control bg-rose-soft px-3 py-2.5 text-nav text-ink">
            <CircleAlert size={17} aria-hidden="true" className="mt-0.5 text-rose" />
            {detailOf(error, words.failed)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {!isImpossible && (
          <Button type="submit" variant="primary" size="lg" busy={isBusy} className="max-md:flex-1">
            {isBusy ? words.allowing : words.allow}
          </Button>
        )}
        <Button
          size="lg"
          disabled={isBusy}
          className="max-md:flex-1"
          onClick={() => onAnswer({ allow: false, agent: null })}
        >
          {words.cancel}
        </Button>
      </div>
      <p className="max-w-measure text-sm text-ink-3">{words.nameNote}</p>
    </form>
  )
}

function handleOf({ picked, name }: Choice): string {
  return picked === NEW_AGENT ? normaliseHandle(name) : picked
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Destination({ client: { redirect_host: host, is_local: isLocal } }: Pick<Consent, 'client'>) {
  if (host === null) return words.device
  return (
    <>
      <bdi className="font-medium">{host}</bdi>
      {isLocal && <span className="text-ink-3"> ({words.local})</span>}
    </>
  )
}
