import type { EventData } from '@flockwork/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { createPendingStore } from '../../features/messages/index.ts'
import {
  leaveLostSpace,
  loadLostSpaceDialog,
  takeLostSpace,
  useSpaces,
  type LostSpace,
} from '../../features/spaces/index.ts'
import { loadDraftText } from '../../features/tasks/index.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useSignedIn } from '../session.ts'

const LostSpaceDialog = lazyPart(async () =>
  (await loadLostSpaceDialog()).lostSpaceDialog(loadDraftText, createPendingStore),
)
const AGAIN_MS = 3_000

/** Goes home from a space that the user is no longer in, and explains why there (docs/rules/spaces.md#out-of-it). */
export function LostSpaceNotice() {
  useGoHome()
  const [lost] = useState(takeLostSpace)
  return lost && <LostSpaceDialog lost={lost} />
}

/** Detects by an event or the list of spaces that the user has left or lost the current space. */
function useGoHome(): void {
  const services = useServices()
  const queryClient = useQueryClient()
  const { spaceId } = useSignedIn()
  const { spaces, current } = useSpaces()
  const [why, setWhy] = useState<LostSpace['why'] | null>(null)
  const name = useRef('')
  useEffect(() => {
    if (current) name.current = current.name
  }, [current])

  useEffect(
    () =>
      subscribeToEvents((events) => {
        for (const { name: event, data } of events) {
          const said = event === 'space_update' ? whyOut(data as EventData<'space_update'>, spaceId) : null
          if (said) setWhy(said)
        }
      }),
    [spaceId],
  )

  const isOut = why !== null || (spaces !== undefined && current === undefined)
  useEffect(() => {
    if (!isOut || spaceId === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = () =>
      void leaveLostSpace(services, queryClient, { spaceId, name: name.current, why: why ?? 'unknown' }).then(
        (isGone) => isOver || isGone || setWhy(null),
        () => {
          if (!isOver) timer = setTimeout(go, AGAIN_MS)
        },
      )
    go()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOut, why, spaceId, services, queryClient])
}

/** Why this event removes the viewer from their space; null if it doesn't. Others' departures name a member. */
function whyOut(
  { space_id, action, member, agent }: EventData<'space_update'>,
  spaceId: string | null,
): LostSpace['why'] | null {
  if (space_id !== spaceId || member !== undefined || agent !== undefined) return null
  return action === 'removed' || action === 'deleted' || action === 'left' ? action : null
}
