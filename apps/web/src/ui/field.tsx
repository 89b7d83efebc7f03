import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../strings.ts'

export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface Props {
  label: string
  /** One sentence under the control. */
  hint?: ReactNode
  /** Replaces the hint, in rose. The form focuses its first field with an error. */
  error?: string | undefined
  optional?: boolean
  /** At the end of the label's line, such as a link or a count. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A control with its label, hint and error, associated for assistive technology. */
export function Field({ label, hint, error, optional = false, aside, children }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error ?? hint)

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {optional && <span className="font-normal text-ink-3"> {strings.ui.optional}</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote && (
        <p id={noteId} className={error ? 'flex gap-1.5 text-sm text-rose' : 'text-sm text-ink-3'}>
          {error && <CircleAlert size={15} aria-hidden="true" className="mt-0.5" />}
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
