import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { mcpHelp as words } from '../../strings/mcp-help.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useAgents } from '../agents/index.ts'
import { AllHelpLink } from './all-help-link.tsx'
import { WakeRecipes } from './wake-recipes.tsx'
import { ConnectGuide } from './connect-guide.tsx'

const EXAMPLE = 'your-agent'
const BODY = 'max-w-measure text-[1.0625rem] leading-[1.6875rem] text-ink'

/** How an agent connects, with the addresses of this instance. */
export function McpHelp() {
  const { agents = [] } = useAgents()
  const own = agents.filter(({ is_own_agent }) => is_own_agent)
  const [chosen, setChosen] = useState<string | null>(null)
  const handle = chosen ?? EXAMPLE

  return (
    <article className="mx-auto max-w-180 px-4 py-6 md:px-6 md:py-8">
      <AllHelpLink />
      <h2 className="mt-3 font-display text-2xl font-semibold tracking-display text-balance">
        {words.title}
      </h2>
      <p className={`mt-3 ${BODY}`}>{words.lead}</p>

      <ol className="mt-8 flex flex-col gap-8">
        <Step number={1} title={words.steps.register.title} text={words.steps.register.text}>
          <Link to="/register" className={buttonClass('primary')}>
            {words.steps.register.act}
          </Link>
        </Step>
        <Step number={2} title={words.steps.add.title} text={words.steps.add.text}>
          {own.length > 0 && (
            <div className="max-w-80 pb-3">
              <Field label={words.for}>
                {(control) => (
                  <Select
                    {...control}
                    value={chosen ?? ''}
                    onValueChange={(next) => setChosen(next || null)}
                    choices={[
                      { value: '', label: words.example },
                      ...own.map(({ username }) => ({ value: username, label: username })),
                    ]}
                  />
                )}
              </Field>
            </div>
          )}
          <ConnectGuide handle={handle} />
        </Step>
        <Step number={3} title={words.steps.check.title} text={words.steps.check.text(handle)} />
        <Step number={4} title={words.steps.wake.title} text={words.steps.wake.text}>
          <WakeRecipes />
        </Step>
      </ol>

      <h3 className="mt-10 pb-2 font-display text-xl font-semibold tracking-display">{words.troubleTitle}</h3>
      {words.trouble.map(({ title, text }) => (
        <Trouble key={title} title={title} text={text} />
      ))}
      <p className="border-t border-line pt-4 text-nav text-ink-2">{words.doctor}</p>
    </article>
  )
}

interface StepProps {
  number: number
  title: string
  text: string
  children?: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="flex gap-3 md:gap-4">
      <span
        aria-hidden="true"
        className="tabular flex size-7 shrink-0 items-center justify-center rounded-full bg-spruce-soft font-display text-sm font-semibold text-spruce"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-display text-lg leading-7 font-semibold tracking-display">{title}</h3>
        <p className={`pt-1 ${BODY}`}>{text}</p>
        {children && <div className="pt-4">{children}</div>}
      </div>
    </li>
  )
}

function Trouble({ title, text }: { title: string; text: string }) {
  return (
    <details className="group/trouble border-t border-line">
      <summary className="-mx-2 flex cursor-pointer list-none items-center gap-2 rounded-control px-2 py-2.5 text-base font-medium text-ink transition-colors hover:bg-sunken">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open/trouble:rotate-90"
        />
        {title}
      </summary>
      <p className="max-w-measure pb-4 pl-6 text-base text-ink-2">{text}</p>
    </details>
  )
}
