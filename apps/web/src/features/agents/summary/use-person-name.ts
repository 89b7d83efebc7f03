import { useSignedIn } from '../../../api/use-session.ts'
import { useRoster } from '../../spaces/index.ts'
import { useSummary } from './use-summary.ts'

interface Who {
  type: 'agent' | 'user'
  id: string
  handle: string
}

/**
 * A person's name, if it differs from their handle; null for an agent. From the roster, which is usually loaded, or
 * else from the summary.
 */
export function usePersonName({ type, id, handle }: Who): string | null {
  const { spaceId } = useSignedIn()
  const item = useRoster(spaceId).items?.find((one) => one.id === id)
  const { summary } = useSummary(type, id)
  if (type === 'agent') return null
  const name = item?.display_name ?? (summary?.kind === 'user' ? summary.user.name : '')
  return name === '' || name.toLowerCase() === handle ? null : name
}
