import { consent, consentFailed as words } from '../../strings/oauth.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'

const REASONS: Readonly<Record<string, string>> = {
  invalid_client: words.unknownClient,
  invalid_client_metadata: words.unknownClient,
  invalid_target: words.badTarget,
  invalid_redirect_uri: words.badRedirect,
  documents_off: words.documentsOff,
  document_unreachable: words.documentUnreachable,
  temporarily_unavailable: words.busy,
}
const CODE = /^[a-z_]{1,40}$/

/** `/consent/failed`: shown when a program's authorization request is invalid. */
export function ConsentFailedPage({ reason }: { reason: string | null }) {
  const known = reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined
  return (
    <NoticePage tone="bad" title={words.title}>
      <NoticeText>{known ?? words.text}</NoticeText>
      {reason !== null && CODE.test(reason) && (
        <p className="text-sm text-ink-3">
          {words.code}: <code className="code">{reason}</code>
        </p>
      )}
      <a href="/" className={`${buttonClass('outline', 'lg')} self-start max-md:w-full`}>
        {consent.toApp}
      </a>
    </NoticePage>
  )
}
