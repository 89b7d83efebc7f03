import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Switch } from '../../ui/switch.tsx'
import { setMentionNotices, useMentionNotices } from './mention-notices.ts'
import { askForNotices, useNoticePermission, type NoticePermission } from './notice-permission.ts'

const words = settings.notifications

/** Why notifications are unavailable, as text; null if they are available. */
const IN_THE_WAY: Record<NoticePermission, string | null> = {
  granted: null,
  default: null,
  denied: words.denied,
  unsupported: words.unsupported,
  insecure: words.insecure,
}

/** Toggles mention notifications in this browser. The permission is requested when they are switched on, not before. */
export function NotificationsSection() {
  const services = useServices()
  const { profile } = useSignedIn()
  const isWanted = useMentionNotices(profile.id)
  const permission = useNoticePermission()
  const [wasRefused, setWasRefused] = useState(false)
  const inTheWay = IN_THE_WAY[permission]

  async function change(on: boolean) {
    setWasRefused(false)
    const isAllowed = !on || (await askForNotices()) === 'granted'
    setMentionNotices(services, profile.id, on && isAllowed)
    setWasRefused(!isAllowed)
  }

  return (
    <div className="flex flex-col gap-3">
      <Switch
        checked={isWanted && permission === 'granted'}
        disabled={inTheWay !== null}
        onCheckedChange={(on) => void change(on)}
        label={words.mentions}
        hint={words.mentionsHint}
      />
      <div role="status" className="empty:hidden">
        {(inTheWay ?? (wasRefused ? words.notAllowed : null)) && (
          <p className="rounded-control bg-straw-soft px-3 py-2.5 text-sm text-ink">
            {inTheWay ?? words.notAllowed}
          </p>
        )}
      </div>
    </div>
  )
}
