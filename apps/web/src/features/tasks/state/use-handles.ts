import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { useRoster } from '../../spaces/index.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** The handles of the people and agents of the space on screen: texts that name them link to them. */
export function useHandles(): ReadonlySet<string> {
  const { spaceId } = useSignedIn()
  const { items } = useRoster(spaceId)
  return useMemo(() => (items ? new Set(items.map(({ handle }) => handle)) : NOBODY), [items])
}
