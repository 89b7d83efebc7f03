import { useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import type { DemoSideProps } from './demo-side-props.ts'
import type { FilterAddress } from '../filter/filter-address.ts'
import type { GuideOffer } from '../composer/pre-send/use-pre-send.ts'
import { MessageRoom } from './message-room.tsx'
import { preloadMarkdown } from '../markdown/message-body.tsx'

interface Props {
  /** Opens the feed about this message, as `/m/{id}` does. */
  messageId?: string | null
  /** Shows a demo in place of the space's messages. */
  DemoSide?: ComponentType<DemoSideProps> | undefined
  /** What the feed is filtered by, and how to change it. */
  filter: FilterAddress
  /** A correction takes the place of the address that it corrects. */
  onFilter: (filter: FilterAddress, isCorrection?: boolean) => void
  /** Stands over the feed; `say` posts a message in the space and settles when it is on its way or has failed. */
  renderTop?: (say: (content: string) => Promise<unknown>) => ReactNode
  /** Further buttons of the composer. */
  composerTools?: ReactNode
  guide: GuideOffer
}

/** The Messages tab: the feed of the space on screen, and the composer. Fills the height it is given. */
export function MessagesPage(props: Props) {
  const { messageId = null, filter, onFilter, DemoSide, renderTop, composerTools, guide } = props
  const { spaceId, profile } = useSignedIn()
  useEffect(preloadMarkdown, [])
  // the shell offers a space to join where there is none
  if (spaceId === null) return null
  return (
    <MessageRoom
      key={`${profile.id}:${spaceId}:${DemoSide !== undefined}`}
      spaceId={spaceId}
      viewer={profile}
      messageId={messageId}
      DemoSide={DemoSide}
      filter={filter}
      onFilter={onFilter}
      renderTop={renderTop}
      composerTools={composerTools}
      guide={guide}
    />
  )
}
