import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

interface AgentAddress {
  /** Whom the address names, as a handle; null: nobody. */
  handle: string | null
  close: () => void
}

/** The agent in the address: `/agents?agent={handle}` (docs/rules/messages.md#addresses). */
export function useAgentAddress(): AgentAddress {
  const wanted = useSearch({ from: '/agents' }).agent
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return {
    handle: wanted?.trim().toLowerCase() ?? null,
    close() {
      // Back is what takes the address there again, and leaves no second copy behind it
      if (canGoBack) return history.back()
      void navigate({ to: '/agents', search: {}, replace: true })
    },
  }
}
