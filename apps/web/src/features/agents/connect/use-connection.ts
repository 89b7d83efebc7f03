import {
  connectionRoutes as routes,
  type Connection,
  type ConnectionTest,
} from '@flockwork/contract/agent-connection'
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { connection as words, dashboard } from '../../../strings/agent-dialog.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { agentKeys } from '../keys.ts'

const GONE = [403, 404]

/** The state of an agent's connection, refetched every `refetchMs` milliseconds until the agent is gone. */
export function useConnection(
  agentId: string,
  refetchMs: (connection: Connection | undefined) => number | false,
): UseQueryResult<Connection> {
  const { api } = useServices()
  return useQuery({
    queryKey: agentKeys.connection(agentId),
    queryFn: () => api.call(routes.connection, { params: { id: agentId } }),
    // always refetched on mount: it has often just changed
    staleTime: 0,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : refetchMs(state.data)),
    refetchOnWindowFocus: 'always',
  })
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && GONE.includes(error.status)
}

/** Runs the connection test on the server, step by step. */
export function useConnectionTest(agentId: string): UseMutationResult<ConnectionTest, Error, void> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call(routes.testConnection, { params: { id: agentId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.connection(agentId) }),
    onError: (error) =>
      toast({ title: words.testFailed, description: detailOf(error, dashboard.tryAgain), tone: 'bad' }),
  })
}
