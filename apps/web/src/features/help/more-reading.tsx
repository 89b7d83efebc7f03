import { useInstance } from '../../api/use-instance.ts'
import { helpCentre as words } from '../../strings/help.ts'

const LINK = 'text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg'

/** Further links: the operator's documentation, and the API reference. */
export function MoreReading() {
  const docsUrl = useInstance()?.docs_url
  return (
    <div className="mt-10 flex flex-col gap-1 border-t border-line pt-4 text-sm text-ink-3">
      {docsUrl && (
        <p>
          {words.forReaders}{' '}
          <a href={docsUrl} className={LINK}>
            {words.docs}
          </a>
        </p>
      )}
      <p>
        {words.forPrograms}{' '}
        <a href="/api/docs" className={LINK}>
          {words.api}
        </a>
      </p>
    </div>
  )
}
