import type { ConnectedApp } from '@flockwork/contract/oauth'
import { settings } from '../../strings/settings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const words = settings.apps

interface Props {
  app: ConnectedApp
  onDisconnect: () => void
}

export function AppRow({ app, onDisconnect }: Props) {
  const { client_name: name, redirect_host: host, agent, scopes, created_at: since } = app
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <Avatar username={agent.handle} kind="agent" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-base font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span className="break-words">{words.actsAs(agent.handle)}</span>
          {host !== null && <bdi className="break-all text-ink-3">{host}</bdi>}
        </p>
        <p className="text-sm text-ink-3">{scopes.map((scope) => words.scopes[scope]).join(', ')}</p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
          <span>
            {words.since} <RelativeTime at={since} />
          </span>
          <span>
            {app.last_used_at === null ? (
              words.neverUsed
            ) : (
              <>
                {words.lastUsed} <RelativeTime at={app.last_used_at} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button size="chip" aria-label={words.disconnectApp(name, agent.handle)} onClick={onDisconnect}>
        {words.disconnect}
      </Button>
    </li>
  )
}
