import { useEffect, useRef } from 'react'
import { guide as words } from '../../strings/guide.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'

interface Props {
  /** Called on mount: whether a click closed the banner, so that it takes the focus. */
  takesFocus: () => boolean
  onOpen: () => void
}

/** Shown in the composer while the banner is hidden; opens it. */
export function ChirpyIcon({ takesFocus, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus()) button.current?.focus()
  }, [takesFocus])

  return <IconButton ref={button} label={words.open} icon={<Mark className="size-5.5" />} onClick={onOpen} />
}
