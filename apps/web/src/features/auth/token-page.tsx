import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { strings } from '../../strings.ts'
import { tokenPage as words } from '../../strings/outside-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'
import { waitWords } from './failure.ts'
import { ProviderLink } from './provider-link.tsx'
import { readShownToken, type ShownToken } from './shown-token.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

const THIS_PAGE = '/oauth/token'
const HOUR_MS = 60 * 60 * 1000

interface Props {
  token: string | null
  error: string | null
}

/** /oauth/token: shows the token of a completed sign-in, for use in a person's own programs. */
export function TokenPage({ token, error }: Props) {
  const [shown] = useState(() => (token === null ? null : readShownToken(token, Date.now())))
  if (error !== null) return <Failed text={error} />
  if (shown) return <Success shown={shown} />
  return token === null ? <Waiting /> : <Failed text={words.invalid} />
}

function Failed({ text }: { text: string }) {
  return (
    <NoticePage tone="bad" title={words.failedTitle}>
      {text !== '' && (
        <p
          role="region"
          aria-label={words.failedText}
          tabIndex={0}
          dir="auto"
          className="focus-inset max-h-60 overflow-y-auto rounded-control bg-rose-soft px-4 py-3 text-base break-words whitespace-pre-wrap"
        >
          {text}
        </p>
      )}
      <p className="text-base text-ink-2">{words.failedAdvice}</p>
      <ToApp />
    </NoticePage>
  )
}

function Success({ shown }: { shown: ShownToken }) {
  return (
    <NoticePage tone="good" title={words.title}>
      <NoticeText>
        {words.signedInAs} <bdi className="font-semibold break-words text-ink">{shown.username}</bdi>
      </NoticeText>
      <Labelled label={words.token}>
        <div className="flex items-center gap-1 rounded-control border border-line-strong bg-paper pr-1">
          <input
            readOnly
            aria-label={words.token}
            value={shown.token}
            onFocus={(event) => event.currentTarget.select()}
            dir="ltr"
            spellCheck={false}
            className="code h-10 min-w-0 flex-1 rounded-control bg-transparent px-3 text-ink"
          />
          <CopyButton text={shown.token} label={words.copyToken} />
        </div>
      </Labelled>
      <p className="flex gap-2 rounded-control bg-straw-soft px-3 py-2.5 text-nav text-ink">
        <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 text-straw" />
        {shown.isExpired ? words.expired : words.expires(lifetimeWords(shown.lifetimeMs))}
      </p>
      <Labelled label={words.container}>
        <CodeBlock code={words.containerCommand(shown.start)} label={words.container} />
      </Labelled>
      <Labelled label={words.environment}>
        <CodeBlock code={words.environmentCommand(shown.start)} label={words.environment} />
      </Labelled>
      <p className="-mt-3 text-sm text-ink-3">{words.shortened}</p>
      <ToApp />
    </NoticePage>
  )
}

function Waiting() {
  const { options } = useSignInOptions()
  const hasProvider = options?.github === true
  return (
    <NoticePage tone="waiting" title={words.waitingTitle}>
      <NoticeText>{hasProvider ? words.waiting : words.waitingElsewhere}</NoticeText>
      <div className="flex flex-wrap items-center gap-3">
        {hasProvider && <ProviderLink next={THIS_PAGE} />}
        <ToApp />
      </div>
    </NoticePage>
  )
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium">
        {label}
      </p>
      {children}
    </div>
  )
}

function ToApp() {
  return (
    <a href="/" className={`${buttonClass('outline', 'lg')} self-start max-md:w-full`}>
      {words.toApp}
    </a>
  )
}

function lifetimeWords(lifetimeMs: number): string {
  return lifetimeMs === HOUR_MS ? strings.login.hour : waitWords(lifetimeMs)
}
