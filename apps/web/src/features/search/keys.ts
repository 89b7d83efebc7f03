import type { Asked } from './asked.ts'

/** Names of this room's queries. Each entry of the browser's history has results of its own: Back finds them again. */
export const searchKeys = {
  space: (spaceId: string) => ['search', spaceId] as const,
  results: (spaceId: string, asked: Asked, entry: string) => ['search', spaceId, asked, entry] as const,
  trending: (spaceId: string) => ['trending', spaceId] as const,
}
