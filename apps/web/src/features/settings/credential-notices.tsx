import type { CredentialNotice } from '@flockwork/contract/account'
import { Link } from '@tanstack/react-router'
import { KeyRound, Webhook } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { security } from '../../strings/account-security.ts'
import { settings } from '../../strings/settings.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toasts, useToast } from '../../ui/toast-store.ts'
import { deviceName } from './device-name.ts'
import { storedNoticesHeight, storeNoticesHeight } from './notices-height.ts'
import { useKnownCredentials } from './known-credentials.ts'
import { useCredentialNotices, useEndCredential } from './use-credential-notices.ts'

const words = security.notices

/**
 * Announces new tokens and connected apps of the user's agents on each of their devices, and revokes them
 * (docs/rules/accounts.md#announcements).
 *
 * @param place the page's identity, by any name
 */
export function CredentialNotices({ place }: { place: string }) {
  const { profile } = useSignedIn()
  const known = useKnownCredentials(profile.id)
  const { all, isKnown } = useCredentialNotices()
  const notices = all.filter(({ id }) => !known.has(id))
  const { section, style, waits, show } = useStrip(isKnown, notices.length, place)
  const [showsAll, setShowsAll] = useState(false)
  const [toEnd, setAsked] = useState<CredentialNotice | null>(null)
  const end = useEndCredential()
  const toast = useToast()

  // a credential created on this page needs no announcement
  const [atFirst, setAtFirst] = useState<readonly CredentialNotice[] | null>(null)
  if (isKnown && atFirst === null) setAtFirst(all)
  const isNews = ({ id, current }: CredentialNotice) => !current || atFirst?.some((one) => one.id === id)
  useToastOf(waits ? notices.find(isNews) : undefined, show)
  const more = notices.length - 1
  const shown = showsAll ? notices : notices.slice(0, 1)

  function endIt(notice: CredentialNotice) {
    end.mutate(notice, {
      onSuccess: () => toast({ title: words.ended, description: whatOf(notice), tone: 'good' }),
      onError: (error) =>
        toast({ title: words.endFailed, description: detailOf(error, words.tryAgain), tone: 'bad' }),
      onSettled: () => setAsked(null),
    })
  }

  return (
    <>
      <div role="status" className="relative" style={style}>
        {shown.length > 0 && (
          <section
            ref={section}
            aria-label={words.label}
            className={cx(
              'max-h-80 overflow-y-auto border-b border-line px-4 text-sm text-ink md:px-6',
              // measured for the next page load
              waits && 'invisible absolute inset-x-0',
              // credentials created in this session need no announcement
              shown.every(({ current }) => current) ? 'bg-sunken' : 'bg-straw-soft',
            )}
          >
            <ul>
              {shown.map((notice, index) => (
                <Row
                  key={notice.id}
                  notice={notice}
                  onEnd={() => setAsked(notice)}
                  onKnown={() => known.add([notice.id])}
                >
                  {index === shown.length - 1 && more > 0 && (
                    <>
                      {showsAll && (
                        <Button
                          size="sm"
                          variant="quiet"
                          onClick={() => known.add(notices.map(({ id }) => id))}
                        >
                          {words.allKnown}
                        </Button>
                      )}
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-expanded={showsAll}
                        onClick={() => setShowsAll(!showsAll)}
                      >
                        {showsAll ? words.less : words.more(more)}
                      </Button>
                    </>
                  )}
                </Row>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ConfirmDialog
        open={toEnd !== null}
        title={toEnd?.kind === 'connected_app' ? words.appTitle(toEnd.client_name ?? '') : words.tokenTitle}
        text={words.endText(toEnd?.agent.handle ?? '')}
        act={words.end}
        acting={words.ending}
        busy={end.isPending}
        tone="danger"
        onConfirm={() => toEnd && endIt(toEnd)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

/**
 * The strip covers and moves nothing. If this device had one, its space is reserved from the first paint, with its
 * last height; a page painted without one gets none until the user asks for it or navigates.
 */
function useStrip(isKnown: boolean, count: number, place: string) {
  const services = useServices()
  const { profile } = useSignedIn()
  const section = useRef<HTMLElement>(null)
  const storedHeight = () => storedNoticesHeight(services, profile.id)
  const [paintedWithout, setPaintedWithout] = useState(() => (storedHeight() > 0 ? null : place))
  if (isKnown && count === 0 && paintedWithout !== place) setPaintedWithout(place)
  if (count > 0 && paintedWithout !== null && paintedWithout !== place) setPaintedWithout(null)
  useLayoutEffect(() => {
    if (isKnown) storeNoticesHeight(services, profile.id, section.current?.offsetHeight ?? 0)
  })
  return {
    section,
    style: isKnown ? undefined : { minHeight: storedHeight() },
    waits: paintedWithout !== null,
    show: () => setPaintedWithout(null),
  }
}

/** Announces a notice that the page has no room for, until the strip has room. */
function useToastOf(notice: CredentialNotice | undefined, onShow: () => void): void {
  const show = useEffectEvent((): number | undefined => {
    if (notice === undefined) return undefined
    // the origin is in the strip: a persistent toast is a small one
    toasts.toast({ title: whatOf(notice), action: { label: words.show, onSelect: onShow } })
    return toasts.current()?.id
  })
  const id = notice?.id
  useEffect(() => {
    const shown = id === undefined ? undefined : show()
    return () => {
      if (shown !== undefined) toasts.dismiss(shown)
    }
  }, [id])
}

interface RowProps {
  notice: CredentialNotice
  onEnd: () => void
  onKnown: () => void
  /** Further buttons. */
  children: ReactNode
}

function Row({ notice, onEnd, onKnown, children }: RowProps) {
  const what = whatOf(notice)
  const { agent, kind, user_agent, ip, created_at, current } = notice
  const isOfCredential = kind === 'agent_token' || kind === 'connected_app'
  const isOver = kind === 'webhook_ended'
  const Icon = isOfCredential ? KeyRound : Webhook
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line py-2 first:border-t-0">
      <div className="flex min-w-60 flex-1 items-start gap-3">
        <Icon
          size={16}
          aria-hidden="true"
          className={cx('mt-0.5 shrink-0', current ? 'text-ink-3' : 'text-straw')}
        />
        <div className="min-w-0">
          <p className="font-medium break-words">{what}</p>
          <p className="text-ink-2" title={user_agent ?? undefined}>
            {isOver ? (
              <>{words.webhookText}, </>
            ) : (
              <>
                {words.from} {deviceName(user_agent, settings.devices)},{' '}
                <span className="tabular break-all">{ip ?? settings.devices.unknownAddress}</span>
                {current && <>, {words.here}</>},{' '}
              </>
            )}
            <RelativeTime at={created_at} />
          </p>
        </div>
      </div>
      <div className="flex gap-2">
        {isOfCredential ? (
          <Button size="sm" aria-label={words.endOf(what)} onClick={onEnd}>
            {words.end}
          </Button>
        ) : (
          <Link to="/agents" search={{ agent: agent.handle }} className={buttonClass('outline', 'sm')}>
            {words.openAgent}
          </Link>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-label={isOver ? words.notedOf(what) : words.knownOf(what)}
          onClick={onKnown}
        >
          {isOver ? words.noted : words.known}
        </Button>
        {children}
      </div>
    </li>
  )
}

function whatOf({ kind, client_name, agent }: CredentialNotice): string {
  if (kind === 'webhook_ended') return words.webhook(agent.handle)
  if (kind === 'webhook_set') return words.webhookSet(client_name ?? '', agent.handle)
  return kind === 'connected_app' ? words.app(client_name ?? '', agent.handle) : words.token(agent.handle)
}
