import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../api/services.ts'
import { resetFeeds } from '../../features/messages/index.ts'
import { spaceKeys } from '../../features/spaces/index.ts'

/**
 * Clears fetched data when the user changes or signs out, and refetches the spaces after a token refresh. Mounted once,
 * at the root.
 */
export function useClearOnUserChange(): void {
  const { session, tokens } = useServices()
  const queryClient = useQueryClient()

  useEffect(() => {
    const userOf = () => {
      const state = session.state()
      return state.status === 'signedIn' ? state.profile.id : null
    }
    let userId = userOf()
    const unsubscribe = session.subscribe(() => {
      const state = session.state()
      if (state.status === 'restoring') return
      const next = userOf()
      if (userId !== null && next !== userId) {
        queryClient.clear()
        resetFeeds()
      }
      userId = next
    })
    const unsubscribeTokens = tokens.subscribe(() => {
      if (userOf() !== null) void queryClient.invalidateQueries({ queryKey: spaceKeys.mine })
    })
    return () => {
      unsubscribe()
      unsubscribeTokens()
    }
  }, [session, tokens, queryClient])
}
