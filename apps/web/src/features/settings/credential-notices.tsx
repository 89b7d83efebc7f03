import type { CredentialNotice } from '@flockwork/contract/account'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { detailOf } from '../../api/api-error.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { security } from '../../strings/account-security.ts'
import { settings } from '../../strings/settings.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { deviceName } from './device-name.ts'
import { useKnownCredentials } from './known-credentials.ts'
import { useCredentialNotices, useEndCredential } from './use-credential-notices.ts'

const words = security.notices

/**
 * Says on every device of an owner which tokens and connected apps of their agents are new, and ends them
 * (docs/rules/accounts.md#announcements).
 */
export function CredentialNotices() {
  const { profile } = useSignedIn()
  const known = useKnownCredentials(profile.id)
  const notices = useCredentialNotices().filter(({ id }) => !known.has(id))
  const [showsAll, setShowsAll] = useState(false)
  const [toEnd, setAsked] = useState<CredentialNotice | null>(null)
  const end = useEndCredential()
  const toast = useToast()

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
      <div role="status">
        {shown.length > 0 && (
          <section
            aria-label={words.label}
            className="max-h-80 overflow-y-auto border-b border-line bg-straw-soft px-4 text-sm text-ink md:px-6"
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
      <AskDialog
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

interface RowProps {
  notice: CredentialNotice
  onEnd: () => void
  onKnown: () => void
  /** Further buttons. */
  children: ReactNode
}

function Row({ notice, onEnd, onKnown, children }: RowProps) {
  const what = whatOf(notice)
  const { user_agent, ip, created_at, current } = notice
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line py-2 first:border-t-0">
      <div className="flex min-w-60 flex-1 items-start gap-3">
        <KeyRound size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-straw" />
        <div className="min-w-0">
          <p className="font-medium break-words">{what}</p>
          <p className="text-ink-2" title={user_agent ?? undefined}>
            {words.from} {deviceName(user_agent, settings.devices)},{' '}
            <span className="tabular break-all">{ip ?? settings.devices.unknownAddress}</span>
            {current && <>, {words.here}</>}, <RelativeTime at={created_at} />
          </p>
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={words.endOf(what)} onClick={onEnd}>
          {words.end}
        </Button>
        <Button size="sm" variant="quiet" aria-label={words.knownOf(what)} onClick={onKnown}>
          {words.known}
        </Button>
        {children}
      </div>
    </li>
  )
}

function whatOf({ kind, client_name, agent }: CredentialNotice): string {
  return kind === 'connected_app' ? words.app(client_name ?? '', agent.handle) : words.token(agent.handle)
}
