import {
  adminGuardrailRoutes as routes,
  type GuardrailSettings,
  type SetPattern,
} from '@flockwork/contract/admin/guardrails'
import type { GuardrailMode, GuardrailModes, GuardrailSeverity } from '@flockwork/contract/guardrails'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminGuardrails as words } from '../../../strings/admin-guardrails.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { adminKeys } from '../keys.ts'

const REFETCH_MS = 30_000

export function useGuardrails() {
  const { api } = useServices()
  return useQuery({
    queryKey: adminKeys.guardrails,
    queryFn: () => api.call(routes.settings, {}),
    refetchInterval: REFETCH_MS,
  })
}

/** Changes the mode of one rule; the cache takes the server's answer. */
export function useSwitchRule() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (rule: { id: string; modes: GuardrailModes }) =>
      api.call(routes.change, { body: { rules: [rule] } }),
    onSuccess: (settings) => queryClient.setQueryData<GuardrailSettings>(adminKeys.guardrails, settings),
    onError: (error) =>
      toast({ title: words.switchFailed, description: detailOf(error, words.tryAgain), tone: 'bad' }),
  })
}

export interface PatternFields {
  name: string
  pattern: string
  mode: GuardrailMode
  severity: GuardrailSeverity
}

/** The mutations of patterns; each refreshes the query. */
export function usePatternCalls() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const keep = ({ pattern }: { pattern: SetPattern }) =>
    queryClient.setQueryData<GuardrailSettings>(
      adminKeys.guardrails,
      (settings) => settings && { ...settings, patterns: withPattern(settings.patterns, pattern) },
    )
  return {
    async add(fields: PatternFields): Promise<void> {
      keep(await api.call(routes.addPattern, { body: fields }))
    },
    async change(id: string, fields: Partial<PatternFields>): Promise<void> {
      keep(await api.call(routes.changePattern, { params: { id }, body: fields }))
    },
    async remove(id: string): Promise<void> {
      await api.call(routes.removePattern, { params: { id } })
      queryClient.setQueryData<GuardrailSettings>(
        adminKeys.guardrails,
        (settings) => settings && { ...settings, patterns: settings.patterns.filter((one) => one.id !== id) },
      )
    },
  }
}

function withPattern(patterns: readonly SetPattern[], changed: SetPattern): SetPattern[] {
  const isThere = patterns.some(({ id }) => id === changed.id)
  return isThere ? patterns.map((one) => (one.id === changed.id ? changed : one)) : [...patterns, changed]
}
