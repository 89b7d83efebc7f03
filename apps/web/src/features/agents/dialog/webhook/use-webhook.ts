import { webhookRoutes as routes, type Webhook } from '@flockwork/contract/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../../../api/api-error.ts'
import { useServices } from '../../../../api/services.ts'
import { webhook as words } from '../../../../strings/agent-webhook.ts'
import { useToast } from '../../../../ui/toast-store.ts'
import { agentKeys } from '../../keys.ts'

/** Polled, so that the result of a call shows soon, without a reload. */
const REFETCH_MS = 15_000

/** The webhook of an agent; null for none. */
export function useWebhook(agentId: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: agentKeys.webhook(agentId),
    queryFn: async () => (await api.call(routes.get, { params: { id: agentId } })).webhook,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? REFETCH_MS : false),
  })
}

/** The owner's mutations; `save` and `rotate` return a secret that is shown once. */
export function useWebhookActs(agentId: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const params = { id: agentId }
  const queryKey = agentKeys.webhook(agentId)
  const store = (webhook: Webhook | null) => queryClient.setQueryData(queryKey, webhook)
  const onError = (error: unknown) =>
    toast({ title: words.saveFailed, description: detailOf(error, words.tryAgain), tone: 'bad' })

  async function save(body: { url: string; is_on?: boolean }) {
    const saved = await api.call(routes.save, { params, body })
    store(saved.webhook)
    return saved
  }
  return {
    save,
    toggle: useMutation({ mutationFn: save, onError }),
    rotate: useMutation({
      mutationFn: () => api.call(routes.rotate, { params }),
      onSuccess: ({ webhook }) => store(webhook),
      onError,
    }),
    remove: useMutation({
      mutationFn: () => api.call(routes.remove, { params }),
      onSuccess: () => store(null),
      onError,
    }),
    test: useMutation({
      mutationFn: () => api.call(routes.test, { params }),
      onError: (error) =>
        toast({ title: words.testFailed, description: detailOf(error, words.tryAgain), tone: 'bad' }),
    }),
    resend: useMutation({
      mutationFn: (callId?: string) =>
        api.call(routes.resend, { params, body: callId === undefined ? {} : { call_id: callId } }),
      onSuccess: ({ webhook }) => store(webhook),
      onError,
    }),
  }
}

export type WebhookActs = ReturnType<typeof useWebhookActs>
