import type { Message } from '@flockwork/contract/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Client } from '../../../api/client.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { dataOf } from '../../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../../realtime/live-listeners.ts'
import { useConnection } from '../../../realtime/use-connection.ts'
import { withReply, withThreadEvent } from './thread-state.ts'

const REFETCH_WITHOUT_STREAM_MS = 15_000

export interface TaskThread {
  /** Oldest first; undefined while loading. */
  readonly replies: readonly Message[] | undefined
  readonly hasFailed: boolean
  readonly refetch: () => void
  /** Adds the user's own reply before its event arrives. */
  readonly add: (reply: Message) => void
}

/** The replies to a task's announcement, live. */
export function useTaskThread(rootId: string): TaskThread {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const { connection } = useConnection()
  const queryClient = useQueryClient()
  const queryKey = useMemo(() => ['task-thread', spaceId, rootId] as const, [spaceId, rootId])
  const query = useQuery({
    queryKey,
    queryFn: () => fetchReplies(api, rootId),
    refetchOnMount: 'always',
    refetchInterval: connection.status === 'connected' ? false : REFETCH_WITHOUT_STREAM_MS,
    networkMode: 'always',
  })

  useEffect(
    () =>
      subscribeToEvents((events) => {
        for (const event of events) {
          const change = dataOf(event, 'message')
          if (change) {
            queryClient.setQueryData<readonly Message[]>(
              queryKey,
              (replies) => replies && withThreadEvent(replies, rootId, change),
            )
          }
          if (dataOf(event, 'bootstrap')) void queryClient.invalidateQueries({ queryKey })
        }
      }),
    [queryClient, queryKey, rootId],
  )

  return {
    replies: query.data,
    hasFailed: query.isError,
    refetch: () => void query.refetch(),
    add: (reply) =>
      queryClient.setQueryData<readonly Message[]>(
        queryKey,
        (replies) => replies && withReply(replies, reply),
      ),
  }
}

async function fetchReplies(api: Client, rootId: string): Promise<readonly Message[]> {
  const replies: Message[] = []
  let cursor: string | null = null
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const answer = await api.messages.thread({ params: { id: rootId }, query })
    replies.push(...answer.messages)
    cursor = answer.next_cursor
  } while (cursor !== null)
  return replies
}
