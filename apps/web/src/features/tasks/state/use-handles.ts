import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { useRoster } from '../../spaces/index.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** The handles of the current space's people and agents, which texts link to. */
export function useHandles(): ReadonlySet<string> {
  const { spaceId } = useSignedIn()
  const { items } = useRoster(spaceId)
  return useMemo(() => (items ? new Set(items.map(({ handle }) => handle)) : NOBODY), [items])
}
