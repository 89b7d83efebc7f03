import { Download, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { clipboardFailedTitle, connect as words } from '../../../strings/connect.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import type { SecretText } from './client-config.ts'

interface Props {
  /** Accessible name. */
  label: string
  text: SecretText
  copyLabel: string
  /** The file name for saving. */
  fileName?: string
}

/** A text that may contain a secret: masked until revealed, copied and saved unmasked. */
export function SecretTextBlock({ label, text, copyLabel, fileName }: Props) {
  const [isShown, setShown] = useState(false)
  const hidesSomething = text.real !== text.masked
  return (
    <div className="overflow-hidden rounded-control border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        dir="ltr"
        className="code focus-inset max-h-80 overflow-auto p-3 break-all whitespace-pre-wrap"
      >
        {isShown ? text.real : text.masked}
      </pre>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-2 py-1.5">
        <CopyButton text={text.real} label={copyLabel} words size="sm" failedTitle={clipboardFailedTitle} />
        {fileName && (
          <Button
            size="sm"
            icon={<Download size={15} aria-hidden="true" />}
            onClick={() => saveFile(fileName, text.real, 'application/json')}
          >
            {words.download}
          </Button>
        )}
        {hidesSomething && (
          <IconButton
            size="sm"
            label={isShown ? words.hide : words.reveal}
            icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            onClick={() => setShown(!isShown)}
            className="ml-auto hover:bg-line/60"
          />
        )}
      </div>
    </div>
  )
}
