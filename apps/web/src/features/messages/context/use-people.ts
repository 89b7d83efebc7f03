import type { RosterItem } from '@flockwork/contract/spaces'
import { useMemo } from 'react'
import { useRoster } from '../../spaces/index.ts'

export interface People {
  /** People and agents of the space, the guide included. */
  all: readonly RosterItem[]
  byId: ReadonlyMap<string, RosterItem>
  handles: ReadonlySet<string>
}

const NOBODY: readonly RosterItem[] = []

/** Who is in the space, indexed for the feed and the composer. */
export function usePeople(spaceId: string): People {
  const all = useRoster(spaceId).items ?? NOBODY
  return useMemo(
    () => ({
      all,
      byId: new Map(all.map((item) => [item.id, item])),
      handles: new Set(all.map(({ handle }) => handle)),
    }),
    [all],
  )
}
