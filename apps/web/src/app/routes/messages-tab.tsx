import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDemo } from '../../features/demo/index.ts'
import { ChirpyBanner, ChirpyIcon, useGuideBanner } from '../../features/guide/index.ts'
import { MessagesPage } from '../../features/messages/index.ts'
import { requestInvite, useSpaces } from '../../features/spaces/index.ts'
import { OtherSpace, useFollowedLink } from './other-space.tsx'
import { feedPathFrom } from '../navigation/feed-path.ts'
import { filterIn } from '../navigation/search-params.ts'
import { useMessageLocation } from './use-message-location.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'

const NO_FILTER = {}

/** The feed at `/home` in a personal space and at `/` elsewhere; `/messages` leads to either. */
export function MessagesTab() {
  const { current } = useSpaces()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { pathname, href } = useLocation()
  const feedPath = feedPathFrom(pathname, current)
  const filter = useSearch({ strict: false, select: filterIn, structuralSharing: true })
  const place = useMessageLocation(id ?? null, filter.space)
  const messageId = place.kind === 'here' ? place.messageId : null
  const banner = useGuideBanner()
  // no demo on a message's URL
  const demo = useDemo(id === undefined)
  useScrollLock()

  const tellPlace = useFollowedLink()
  useEffect(() => {
    if (place.kind === 'otherSpace' || place.kind === 'here') tellPlace(place.kind)
  }, [place.kind, tellPlace])

  useEffect(() => {
    // the router redirects where it knows the space already
    if (feedPath !== null) void navigate({ to: feedPath, replace: true, search: true })
  }, [feedPath, navigate])

  if (place.kind === 'otherSpace') return <OtherSpace path={href} spaceId={place.spaceId} />
  return (
    <MessagesPage
      filter={id === undefined && messageId === null ? filter : NO_FILTER}
      onFilter={(next, isCorrection = false) =>
        void navigate({ to: current?.is_personal ? '/home' : '/', search: next, replace: isCorrection })
      }
      messageId={messageId}
      DemoView={demo?.Side}
      renderTop={(post) =>
        demo ? (
          <demo.Banner />
        ) : (
          banner.isShown && (
            <ChirpyBanner
              takesFocus={banner.takesFocus}
              onAsk={post}
              onInvite={requestInvite}
              onClose={banner.close}
            />
          )
        )
      }
      composerTools={banner.hasIcon && <ChirpyIcon takesFocus={banner.takesFocus} onOpen={banner.open} />}
      guide={{ isOff: banner.isOff, showTips: banner.hasIcon ? banner.open : null }}
    />
  )
}

/** On a phone only the feed scrolls, never the page behind it. */
function useScrollLock(): void {
  const isMobile = useMediaQuery(MOBILE)
  useEffect(() => {
    if (!isMobile) return
    const { classList } = document.documentElement
    classList.add('overflow-hidden', 'overscroll-none')
    return () => classList.remove('overflow-hidden', 'overscroll-none')
  }, [isMobile])
}
