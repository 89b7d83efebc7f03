import { oauthRoutes } from '@flockwork/contract/oauth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { settingsKeys } from './keys.ts'

/** The connected apps; refetched each time the section opens. */
export function useApps() {
  const { api } = useServices()
  return useQuery({
    queryKey: settingsKeys.apps,
    queryFn: ({ signal }) => api.call(oauthRoutes.connectedApps, { signal }),
    select: ({ apps }) => apps,
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Disconnects a program. */
export function useDisconnect() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(id: string) {
      try {
        await api.call(oauthRoutes.disconnect, { params: { id } })
      } catch (error) {
        // one that is already gone counts as disconnected
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsKeys.apps }),
  })
}
