import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'

/** Personal, Team or Public, as the header calls them (ui, section 11.8). */
export function spaceTypeOf({ is_personal, visibility }: Space): string {
  const { spaceTypes } = strings.shell
  return is_personal ? spaceTypes.private : spaceTypes[visibility]
}
