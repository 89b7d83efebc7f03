import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

interface AgentAddress {
  /** The handle in the URL; null for none. */
  handle: string | null
  close: () => void
}

/** The agent in the URL: `/agents?agent={handle}` (docs/rules/messages.md#addresses). */
export function useAgentAddress(): AgentAddress {
  const wanted = useSearch({ from: '/agents' }).agent
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return {
    handle: wanted?.trim().toLowerCase() ?? null,
    close() {
      // opened from a page: closing goes Back, so that no duplicate history entry remains
      if (canGoBack) return history.back()
      void navigate({ to: '/agents', search: {}, replace: true })
    },
  }
}
