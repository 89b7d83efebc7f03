import { accountRoutes, type CredentialNotice } from '@flockwork/contract/account'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { agentKeys } from '../agents/index.ts'
import { settingsKeys } from './keys.ts'

/** The events after which there may be other credentials: a new one, or a stream that may have missed one. */
const SIGNS: ReadonlySet<string> = new Set(['account_notice', 'bootstrap'])

/** The new tokens and connected apps of the user's agents, newest first; empty while loading. */
export function useCredentialNotices(): { all: readonly CredentialNotice[]; isKnown: boolean } {
  const { api } = useServices()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      subscribeToEvents((events) => {
        if (!events.some(({ name }) => SIGNS.has(name))) return
        const filter = { queryKey: settingsKeys.notices }
        // a response in flight is stale, and a first one would be mistaken for the new one
        void queryClient.cancelQueries(filter).then(() => queryClient.invalidateQueries(filter))
      }),
    [queryClient],
  )
  const { data, isPending, refetch } = useQuery({
    queryKey: settingsKeys.notices,
    queryFn: ({ signal }) => api.call(accountRoutes.notices, { signal }),
    // polled without a stream, because no event arrives
    refetchOnWindowFocus: 'always',
  })
  const hasNotices = data !== undefined && data.notices.length > 0
  // it may have ended one of them: a disconnected app, a revoked token, a deleted agent
  useEffect(() => {
    if (!hasNotices) return
    return queryClient.getMutationCache().subscribe(({ mutation, type }) => {
      if (type === 'updated' && mutation.state.status === 'success') void refetch()
    })
  }, [hasNotices, queryClient, refetch])
  return { all: data?.notices ?? [], isKnown: !isPending }
}

/** Revokes a credential at once. */
export function useEndCredential() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ id, kind, agent }: CredentialNotice) {
      try {
        if (kind === 'connected_app') await api.call(oauthRoutes.disconnect, { params: { id } })
        else await api.agents.revokeToken({ params: { id: agent.id, token_id: id } })
      } catch (error) {
        // one that is already gone counts as revoked
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSettled: (_answer, _error, { agent }) =>
      Promise.all(
        [settingsKeys.notices, settingsKeys.apps, agentKeys.tokens(agent.id)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
