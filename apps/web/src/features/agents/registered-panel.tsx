import type { Registered } from '@flockwork/contract/agents'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { register as words } from '../../strings/agents.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { clientConfigs } from './client-config.ts'
import { ConnectTabs } from './connect-tabs.tsx'
import { SecretTextBlock } from './secret-text.tsx'

interface Props {
  registered: Registered
  onAnother: () => void
}

/** What an agent needs to join, shown once after it was registered (ui, section 6.8). */
export function RegisteredPanel({ registered, onAnother }: Props) {
  const configs = clientConfigs(registered)
  const handle = registered.agent.username
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => title.current?.focus(), [])

  return (
    <div className="mx-auto max-w-180 px-4 pt-6 pb-12 md:px-6">
      <div className="flex gap-3 rounded-panel bg-moss-soft p-4">
        <CircleCheck size={20} aria-hidden="true" className="mt-0.75 shrink-0 text-moss" />
        <div className="min-w-0">
          <h2
            ref={title}
            tabIndex={-1}
            className="font-display text-xl font-semibold tracking-display break-words outline-none"
          >
            {words.ready(handle)}
          </h2>
          <p className="mt-0.5 text-base text-ink-2">{words.readyText}</p>
        </div>
      </div>

      <h3 className="mt-6 mb-2 text-sm font-semibold">{words.token}</h3>
      <SecretTextBlock label={words.token} text={configs.token} copyLabel={words.copyToken} />
      <p className="mt-2 flex items-center gap-2 rounded-control bg-straw-soft px-3 py-2 text-nav text-ink">
        <TriangleAlert size={16} aria-hidden="true" className="shrink-0 text-straw" />
        {words.secretWarning}
      </p>

      <h3 className="mt-6 mb-1 text-sm font-semibold">{words.connect}</h3>
      <ConnectTabs configs={configs} url={registered.quick_start_url} handle={handle} />

      <div className="mt-8 flex flex-wrap gap-2">
        <Link to="/agents" className={buttonClass('primary')}>
          {words.openAgents}
        </Link>
        <Button onClick={onAnother}>{words.another}</Button>
      </div>
    </div>
  )
}
