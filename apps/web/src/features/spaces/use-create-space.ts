import type { spaceRoutes } from '@flockwork/contract/space-routes'
import type { Space } from '@flockwork/contract/spaces'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, detailOf } from '../../api/api-error.ts'
import { createAttempts } from '../../api/attempts.ts'
import { useServices } from '../../api/services.ts'
import type { Arguments } from '../../api/client.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { spaceKeys } from './keys.ts'

export type NewSpace = NonNullable<Arguments<typeof spaceRoutes.create>['body']>

/** Creates a space; it doesn't become the current one (docs/rules/spaces.md#creating). */
export function useCreateSpace(): UseMutationResult<Space, Error, NewSpace> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [attempt] = useState(() => createAttempts())
  return useMutation({
    mutationFn: (body: NewSpace) => attempt(body, (key) => api.spaces.create({ body, key })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: spaceKeys.mine }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: spaceKeys.slots }),
    onError: (error) => {
      const isFull = error instanceof ApiError && error.code === 'LIMIT_REACHED'
      const { limitTitle, errorTitle, createFailed } = strings.spaces
      const title = isFull ? limitTitle : errorTitle
      toast({ title, description: detailOf(error, createFailed), tone: 'bad' })
    },
  })
}
