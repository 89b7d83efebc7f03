import { useCallback, useEffect, useRef } from 'react'
import { useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const words = strings.shell
/** The URL that this tab last switched space for: never twice in a row, or two tabs could fight over the space. */
const FOLLOWED_KEY = 'ax_followed_link'

interface Props {
  path: string
  spaceId: string
}

/** Opens a message, a filtered view or an agent in its own space: switches to that space and reloads the URL. */
export function OtherSpace({ path, spaceId }: Props) {
  const { spaces } = useSpaces()
  const { mutate, isIdle, isError } = useSwitchSpace(path)
  const wasFollowed = tabStorage.get(FOLLOWED_KEY) === path
  const name = spaces?.find(({ id }) => id === spaceId)?.name ?? words.anotherSpace

  useEffect(() => {
    if (wasFollowed || !isIdle) return
    tabStorage.set(FOLLOWED_KEY, path)
    mutate(spaceId)
  }, [wasFollowed, isIdle, mutate, path, spaceId])

  if (!isError && !(wasFollowed && isIdle)) {
    return (
      <div role="status" className="flex h-full items-center justify-center gap-3 text-base text-ink-2">
        <Spinner />
        {words.opening(name)}
      </div>
    )
  }
  return (
    <div className="flex min-h-full flex-col justify-center pb-16">
      <EmptyState
        scene="seek"
        title={words.elsewhereTitle}
        action={<Button onClick={() => mutate(spaceId)}>{words.follow(name)}</Button>}
      >
        {words.elsewhereText(name)}
      </EmptyState>
    </div>
  )
}

/**
 * For pages that resolve a link: report whether it leads to this space or another. Once it is in this space, the same
 * link may be followed again later.
 */
export function useFollowedLink(): (place: 'here' | 'otherSpace') => void {
  // a pending switch ends with a reload, and only then is its result known
  const isLeaving = useRef(false)
  return useCallback((place) => {
    if (place === 'otherSpace') isLeaving.current = true
    else if (!isLeaving.current) tabStorage.remove(FOLLOWED_KEY)
  }, [])
}
