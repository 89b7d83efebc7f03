import { clipboardFailedTitle } from '../../../strings/connect.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'

interface Props {
  label: string
  text: string
  copyLabel: string
}

/** One line without a secret. */
export function PlainLine({ label, text, copyLabel }: Props) {
  return (
    <div>
      <p className="pb-1 text-sm font-medium text-ink">{label}</p>
      <div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-0.5 pr-1 pl-3">
        <p dir="ltr" className="code min-w-0 flex-1 py-1 break-words">
          {text}
        </p>
        <CopyButton text={text} label={copyLabel} size="sm" failedTitle={clipboardFailedTitle} />
      </div>
    </div>
  )
}
