import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { mentionInComposer } from '../../features/messages/index.ts'
import { tabOf } from '../navigation/tabs.ts'

/** Puts a mention into the composer, going to Messages first when that is not on screen. */
export function useMention(): (handle: string) => void {
  const navigate = useNavigate()
  const isInMessages = useLocation({ select: ({ pathname }) => tabOf(pathname) === 'messages' })

  return useCallback(
    (handle: string) => {
      mentionInComposer(handle)
      if (!isInMessages) void navigate({ to: '/home' })
    },
    [navigate, isInMessages],
  )
}
