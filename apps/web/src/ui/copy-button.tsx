import { Check, Copy } from 'lucide-react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconButtonSize } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface Props {
  /** The text, or a function that gets it when the button is pressed. */
  text: string | (() => string)
  /** The label, such as "Copy code". */
  label?: string
  /** Shows the label next to the icon. */
  words?: boolean
  size?: IconButtonSize
  /** The title of the error when copying fails. */
  failedTitle?: string
}

/** Copies, then shows a check mark and "Copied" for 2 s. */
export function CopyButton({
  text,
  label = strings.ui.copy,
  words = false,
  size = 'md',
  failedTitle,
}: Props) {
  const { copied, copy } = useCopy(undefined, failedTitle)
  const icon = copied ? (
    <Check size={16} aria-hidden="true" className="text-moss" />
  ) : (
    <Copy size={16} aria-hidden="true" />
  )
  const press = () => copy(typeof text === 'string' ? text : text())

  if (words) {
    return (
      <Button icon={icon} size={size === 'sm' ? 'sm' : 'md'} onClick={press}>
        {copied ? strings.ui.copied : label}
      </Button>
    )
  }
  return <IconButton label={copied ? strings.ui.copied : label} icon={icon} size={size} onClick={press} />
}
