import { useEffect } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { MessageRoom } from './message-room.tsx'
import { preloadMarkdown } from './message-body.tsx'

interface Props {
  /** Opens the feed about this message, as `/m/{id}` does. */
  messageId?: string | null
}

/** The Messages tab: the feed of the space on screen, and the composer. Fills the height it is given. */
export function MessagesPage({ messageId = null }: Props) {
  const { spaceId, profile } = useSignedIn()
  useEffect(preloadMarkdown, [])
  // the shell offers a space to join where there is none
  if (spaceId === null) return null
  return (
    <MessageRoom key={`${profile.id}:${spaceId}`} spaceId={spaceId} viewer={profile} messageId={messageId} />
  )
}
