import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { useSpaces } from '../spaces/index.ts'
import { shownOf } from './banner-rule.ts'
import { useGuideMemory } from './guide-memory.ts'
import { useChirpyDisabled } from './use-chirpy-disabled.ts'

export interface GuideBanner {
  isShown: boolean
  /** Whether the icon that opens it shows instead. */
  hasIcon: boolean
  /** Whether the guide is switched off. */
  isOff: boolean
  /** Whether the component that just mounted replaces the clicked one and so takes its focus. True only once. */
  takesFocus: () => boolean
  open: () => void
  /** Stored for the user in a personal space. */
  close: () => void
}

/** The guide's banner in the current space (docs/rules/guide.md#banner). */
export function useGuideBanner(): GuideBanner {
  const memory = useGuideMemory()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const isPersonal = useSpaces().current?.is_personal
  const isDismissed = useSyncExternalStore(memory.subscribe, () => memory.isBannerDismissed(userId))
  const isDisabled = useChirpyDisabled()
  const [openedIn, setOpenedIn] = useState<string | null>(null)
  const wasPressed = useRef(false)
  const isOpened = openedIn !== null && openedIn === spaceId
  const { banner, icon } = shownOf({ isPersonal, isDismissed, isOpened, isDisabled })

  return {
    isShown: banner,
    hasIcon: icon,
    isOff: isDisabled,
    takesFocus: useCallback(() => {
      const takes = wasPressed.current
      wasPressed.current = false
      return takes
    }, []),
    open() {
      wasPressed.current = true
      setOpenedIn(spaceId)
      if (isPersonal) memory.reopenBanner(userId)
    },
    close() {
      wasPressed.current = true
      setOpenedIn(null)
      if (isPersonal) memory.dismissBanner(userId)
    },
  }
}
