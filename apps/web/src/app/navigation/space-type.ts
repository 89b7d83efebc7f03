import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'

/** Personal, Public or Team, as the header calls them: a private space that is shared is a team's. */
export function spaceTypeOf({ is_personal, visibility }: Pick<Space, 'is_personal' | 'visibility'>): string {
  const { spaceTypes } = strings.shell
  if (is_personal) return spaceTypes.personal
  return visibility === 'public' ? spaceTypes.public : spaceTypes.team
}
