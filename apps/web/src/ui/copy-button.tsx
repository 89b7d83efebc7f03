import { Check, Copy } from 'lucide-react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconButtonSize } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface Props {
  /** What is copied, or how to get it when it is pressed. */
  text: string | (() => string)
  /** What is copied, in words, as "Copy code". */
  label?: string
  /** With its words beside the drawing. */
  words?: boolean
  size?: IconButtonSize
  /** The title of what says that it could not be copied. */
  failedTitle?: string
}

/** Copies, then is a check and "Copied" for 2 s. */
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
