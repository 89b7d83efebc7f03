import type { Device } from '@flockwork/contract/account'
import { Monitor, Smartphone } from 'lucide-react'
import { settings } from '../../strings/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { deviceName } from './device-name.ts'

const words = settings.devices
const HANDHELD = /\b(iPhone|iPad|Android)\b/

interface Props {
  device: Device
  onRevoke: () => void
}

export function DeviceRow({ device, onRevoke }: Props) {
  const { user_agent, ip, last_used_at, current } = device
  const name = deviceName(user_agent, words)
  const Icon = HANDHELD.test(user_agent ?? '') ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-2 dark:bg-line">
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="text-base font-medium" title={user_agent ?? undefined}>
            {name}
          </span>
          {current && <Badge tone="moss">{words.current}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
          <span className="tabular break-all">{ip ?? words.unknownAddress}</span>
          <span>
            {words.lastUsed} <RelativeTime at={last_used_at} />
          </span>
        </p>
      </div>
      <Button
        size="chip"
        aria-label={current ? words.revokeHere : words.revokeDevice(name)}
        onClick={onRevoke}
      >
        {words.revoke}
      </Button>
    </li>
  )
}
