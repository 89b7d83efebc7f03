import { useEffect, useRef } from 'react'
import { guide as words } from '../../strings/guide.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'

interface Props {
  /** Asked once it is on screen: whether the banner was closed by a press. */
  takesFocus: () => boolean
  onOpen: () => void
}

/** Stands in the composer while the banner doesn't show, and brings it back. */
export function ChirpyIcon({ takesFocus, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus()) button.current?.focus()
  }, [takesFocus])

  return <IconButton ref={button} label={words.open} icon={<Mark className="size-5.5" />} onClick={onOpen} />
}
