import type { Space } from '@flockwork/contract/spaces'
import { Share2 } from 'lucide-react'
import { invites } from '../../strings/invites.ts'
import { runningSpaces } from '../../strings/running-spaces.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { fullTime } from '../../ui/format-time.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { joinAddress } from './join-address.ts'
import type { Invite } from './use-invite.ts'

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode)

/** A new invite: its link and its code, which are shown once (docs/rules/spaces.md#invites). */
export function MadeInvite({ space, invite }: { space: Space; invite: Invite }) {
  const { invite_code, expires_at, max_uses } = invite
  const link = joinAddress(location.origin, invite_code)
  return (
    <div role="status" className="flex flex-col gap-4">
      <Copyable label={runningSpaces.link} text={link} copy={runningSpaces.copyLink} />
      <div className="flex flex-wrap items-center gap-4">
        <QrCode
          text={link}
          label={runningSpaces.qrCode(space.name)}
          className="size-40 rounded-control border border-line"
        />
        <ShareButton link={link} title={runningSpaces.shareTitle(space.name)} />
      </div>
      <Copyable label={invites.inviteCode} text={invite_code} copy={invites.copyCode} />
      <p className="text-sm text-ink-3">
        {runningSpaces.linkOnce} {invites.validUntil(fullTime(new Date(expires_at)))} {invites.uses(max_uses)}
      </p>
    </div>
  )
}

function Copyable({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <p className="pb-1.5 text-sm font-medium text-ink">{label}</p>
      <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
        <p dir="ltr" className="code min-w-0 flex-1 py-1 break-all">
          {text}
        </p>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  )
}

/** The device's native share sheet, if it has one. */
function ShareButton({ link, title }: { link: string; title: string }) {
  const toast = useToast()
  if (typeof navigator.share !== 'function') return null

  async function share() {
    try {
      await navigator.share({ title, url: link })
    } catch (error) {
      // closing the share sheet is no failure
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: runningSpaces.shareFailed, tone: 'bad' })
    }
  }
  return (
    <Button icon={<Share2 size={16} aria-hidden="true" />} onClick={() => void share()}>
      {runningSpaces.share}
    </Button>
  )
}
