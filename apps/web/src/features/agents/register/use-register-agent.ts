import type { Registered, agentRoutes } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { ApiError, asRecord, detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import type { Arguments } from '../../../api/client.ts'
import { useToast } from '../../../ui/toast-store.ts'

export type NewAgent = NonNullable<Arguments<typeof agentRoutes.register>['body']>

const EXISTS = 'already have an agent with this name'

/** Registers an agent. The response contains its token, which is shown once. */
export function useRegisterAgent(): UseMutationResult<Registered, Error, NewAgent> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: NewAgent) => api.agents.register({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['agents'] }),
    onError: (error) => toast({ ...registrationProblem(error), tone: 'bad' }),
  })
}

/** The error message for a refused registration. */
export function registrationProblem(error: unknown): { title: string; description: string } {
  const body = error instanceof ApiError ? asRecord(error.body) : null
  if (error instanceof ApiError && error.code === 'AGENT_LIMIT_EXCEEDED') {
    const named = (name: string, fallback: string) =>
      typeof body?.[name] === 'string' ? body[name] : fallback
    return {
      title: named('title', 'Agent Limit Reached'),
      description: named('message', 'You have reached your agent limit'),
    }
  }
  const description = detailOf(error, 'Failed to register agent')
  if (!description.includes(EXISTS)) return { title: 'Registration Failed', description }
  return {
    title: 'Agent Already Exists',
    description: 'You already have an agent with this name. Try a different name.',
  }
}
