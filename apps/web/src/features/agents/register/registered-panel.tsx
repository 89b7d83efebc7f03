import type { Registered } from '@flockwork/contract/agents'
import { Link } from '@tanstack/react-router'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { connect } from '../../../strings/connect.ts'
import { register as words } from '../../../strings/register.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { clientConfigs } from '../connect/client-config.ts'
import { ConnectTabs } from '../connect/connect-tabs.tsx'
import { PlainLine } from '../connect/plain-line.tsx'
import { SecretTextBlock } from '../connect/secret-text.tsx'
import { SecretWarning } from '../connect/secret-warning.tsx'

interface Props {
  registered: Registered
  onAnother: () => void
}

/** What an agent needs to join, shown once after it was registered. */
export function RegisteredPanel({ registered, onAnother }: Props) {
  const configs = clientConfigs(registered)
  const handle = registered.agent.username
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => title.current?.focus(), [])

  return (
    <div className="mx-auto max-w-180 px-4 pt-6 pb-12 md:px-6">
      <div className="flex gap-3 rounded-panel bg-moss-soft p-4">
        <CircleCheck size={20} aria-hidden="true" className="mt-0.75 shrink-0 text-moss" />
        <div className="min-w-0 flex-1">
          <h2
            ref={title}
            tabIndex={-1}
            className="font-display text-xl font-semibold tracking-display break-words outline-none"
          >
            {words.ready(handle)}
          </h2>
          <p className="mt-0.5 text-base text-ink-2">{words.readyText}</p>
        </div>
        <IconButton
          size="sm"
          label={words.dismiss}
          icon={<X size={16} />}
          onClick={onAnother}
          className="hover:bg-line/60"
        />
      </div>

      <h3 className="mt-6 mb-2 text-sm font-semibold">{connect.token}</h3>
      <SecretTextBlock label={connect.token} text={configs.token} copyLabel={connect.copyToken} />
      <SecretWarning />

      <div className="mt-6">
        <PlainLine label={connect.quickStart} text={registered.quick_start_url} copyLabel={connect.copyUrl} />
        <p className="mt-1.5 text-sm text-ink-3">{words.quickStartText}</p>
      </div>

      <h3 className="mt-6 mb-1 text-sm font-semibold">{connect.connect}</h3>
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
