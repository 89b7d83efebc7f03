import type { AgentToken } from '@flockwork/contract/agents'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '../../../../api/api-error.ts'
import { useServices } from '../../../../api/services.ts'
import { config as words, dashboard } from '../../../../strings/agent-dialog.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { fullTime } from '../../../../ui/format-time.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { useToast } from '../../../../ui/toast-store.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { agentKeys } from '../../keys.ts'
import { tokenName } from './token-name.ts'

/** The live tokens of an agent; each can be revoked (docs/rules/agents.md#tokens). */
export function TokenList({ agentId }: { agentId: string }) {
  const { api } = useServices()
  const { data, isError } = useQuery({
    queryKey: agentKeys.tokens(agentId),
    queryFn: () => api.agents.tokens({ params: { id: agentId } }),
  })
  const [tokenToRevoke, setAsked] = useState<AgentToken | null>(null)
  const revoke = useRevoke(agentId)
  const now = useNow()

  if (isError && !data) return <p className="pb-4 text-sm text-ink-3">{words.tokensFailed}</p>
  if (!data) return null
  return (
    <div className="pb-4">
      <h4 className="pb-1 text-sm font-semibold">
        {words.tokens} <span className="tabular font-normal text-ink-3">{data.tokens.length}</span>
      </h4>
      {data.tokens.length === 0 && <p className="text-sm text-ink-3">{words.noTokens}</p>}
      <ul>
        {data.tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-t border-line py-1.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="text-base break-words">
                <bdi>{tokenName(token, new Date(now))}</bdi>
              </p>
              <p className="text-sm text-ink-3">
                {words.made} <RelativeTime at={token.created_at} />,{' '}
                {token.last_used_at === null ? (
                  words.neverUsed
                ) : (
                  <>
                    {words.lastUsed} <RelativeTime at={token.last_used_at} />
                  </>
                )}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={words.revokeLabel(
                tokenName(token, new Date(now)),
                fullTime(new Date(token.created_at)),
              )}
              onClick={() => setAsked(token)}
            >
              {words.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={tokenToRevoke !== null}
        title={words.revokeTitle}
        text={words.revokeText}
        act={words.revoke}
        acting={words.revoking}
        busy={revoke.isPending}
        tone="danger"
        onConfirm={() =>
          tokenToRevoke && revoke.mutate(tokenToRevoke.id, { onSettled: () => setAsked(null) })
        }
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

function useRevoke(agentId: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (tokenId: string) => api.agents.revokeToken({ params: { id: agentId, token_id: tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
    onError: (error) =>
      toast({ title: words.revokeFailed, description: detailOf(error, dashboard.tryAgain), tone: 'bad' }),
  })
}
