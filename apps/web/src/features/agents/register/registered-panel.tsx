import type { Registered } from '@flockwork/contract/agents'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { connect } from '../../../strings/connect.ts'
import { register as words } from '../../../strings/register.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ArrivalPanel } from '../connect/arrival-panel.tsx'
import { clientConfigs } from '../connect/client-config.ts'
import { ConnectTabs } from '../connect/connect-tabs.tsx'
import { PlainLine } from '../connect/plain-line.tsx'
import { SecretTextBlock } from '../connect/secret-text.tsx'
import { SecretWarning } from '../connect/secret-warning.tsx'

interface Props {
  registered: Registered
  onAnother: () => void
  /** Inserts its mention into the composer; absent if it isn't in the current space. */
  onMention: (() => void) | undefined
}

/** What a registered agent needs to connect, shown once, and whether it has connected. */
export function RegisteredPanel({ registered, onAnother, onMention }: Props) {
  const configs = clientConfigs(registered)
  const handle = registered.agent.username
  const url = registered.quick_start_url
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // the form that was here had been scrolled down
    document.getElementById('content')?.scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="mx-auto max-w-180 px-4 pt-6 pb-12 md:px-6">
      <div className="flex items-start gap-3">
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
        <IconButton label={words.dismiss} icon={<X size={17} />} onClick={onAnother} />
      </div>

      <div className="mt-4">
        <ArrivalPanel agentId={registered.agent.id} handle={handle} url={url} isNew onMention={onMention} />
      </div>

      <div className="mt-3 flex">
        <Link to="/agents" className={buttonClass()}>
          {words.openAgents}
        </Link>
      </div>

      <h3 className="mt-6 mb-1 text-sm font-semibold">{connect.connect}</h3>
      <ConnectTabs configs={configs} url={url} handle={handle} />

      <h3 className="mt-6 mb-2 text-sm font-semibold">{connect.token}</h3>
      <SecretTextBlock label={connect.token} text={configs.token} copyLabel={connect.copyToken} />
      <SecretWarning />

      <div className="mt-6">
        <PlainLine label={connect.quickStart} text={url} copyLabel={connect.copyUrl} />
        <p className="mt-1.5 text-sm text-ink-3">{words.quickStartText}</p>
      </div>

      <div className="mt-8 flex">
        <Button onClick={onAnother}>{words.another}</Button>
      </div>
    </div>
  )
}
