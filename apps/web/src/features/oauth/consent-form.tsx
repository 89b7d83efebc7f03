import type { Consent } from '@flockwork/contract/oauth'
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { detailOf } from '../../api/api-error.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { consent as words } from '../../strings/oauth.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AgentChoice, NEW_AGENT, type Choice } from './agent-choice.tsx'
import { ScopeList } from './scope-list.tsx'

export interface Answer {
  readonly allow: boolean
  readonly agent: string | null
}

interface Props {
  consent: Consent
  onAnswer: (answer: Answer) => Promise<unknown>
}

/** The program, its scopes and the agent it would act as; allow or deny. */
export function ConsentForm({ consent, onAnswer }: Props) {
  const { client, scopes, named_agent: named, agents } = consent
  const { profile } = useSignedIn()
  const agentOf = (choice: Choice) => named?.handle ?? handleOf(choice)
  const form = useForm({
    initial: { picked: agents[0]?.handle ?? NEW_AGENT, name: '' },
    check: (choice) => ({ name: !isHandle(agentOf(choice)) && words.newNameHint }),
    send: (choice) => onAnswer({ allow: true, agent: agentOf(choice) }),
    refused: (error) => detailOf(error, words.failed),
  })
  const isImpossible = named?.state === 'taken' || named?.state === 'invalid'

  return (
    <form {...form.props} className="flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-base">
        <Row name={words.answerTo}>
          <Destination client={client} />
        </Row>
        <Row name={words.signedInAs}>
          <bdi className="font-medium">{profile.username}</bdi>
        </Row>
      </dl>
      <ScopeList scopes={scopes} />
      <AgentChoice named={named} agents={agents} form={form} />
      <FailureNote message={form.message} />
      <div className="flex flex-wrap gap-3">
        {!isImpossible && (
          <Button type="submit" variant="primary" size="lg" busy={form.isBusy} className="max-md:flex-1">
            {form.isBusy ? words.allowing : words.allow}
          </Button>
        )}
        <Button
          size="lg"
          disabled={form.isBusy}
          className="max-md:flex-1"
          onClick={() => void form.run(() => onAnswer({ allow: false, agent: null }))}
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
