import { useCallback, useEffect, useRef } from 'react'
import { useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const words = strings.shell
/** The address that this tab changed the space for last: never twice, another tab may want another space. */
const FOLLOWED_KEY = 'ax_followed_link'

interface Props {
  path: string
  spaceId: string
}

/** Opens a message, a filtered view or an agent in its own space: makes that one current and loads the address anew. */
export function Elsewhere({ path, spaceId }: Props) {
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
 * Where what the address names stands, told by the page that shows it: once it is in the space on screen, its link may
 * be followed anew later.
 */
export function useFollowed(): (place: 'here' | 'elsewhere') => void {
  // a switch that is under way ends with a load of the page, and only that shows whether it held
  const isLeaving = useRef(false)
  return useCallback((place) => {
    if (place === 'elsewhere') isLeaving.current = true
    else if (!isLeaving.current) tabStorage.remove(FOLLOWED_KEY)
  }, [])
}
