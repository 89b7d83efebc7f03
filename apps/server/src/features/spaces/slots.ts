/** How many spaces a person may make (docs/rules/spaces.md#slots). */
import { SPACE_SLOTS } from '@flockwork/contract/limits'
import type { SpaceStats } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import * as repository from './repository.ts'
import type { SpaceServices } from './service.ts'

/** What is used of the slots and what is left; administrators have no limit. */
export async function readSlots({ db }: SpaceServices, actor: PersonActor): Promise<SpaceStats> {
  const used = await repository.countCreated(db, actor.accountId)
  const isAdmin = actor.role === 'admin'
  const left = (kind: keyof typeof SPACE_SLOTS) => Math.max(0, SPACE_SLOTS[kind] - used[kind])
  return {
    is_admin: isAdmin,
    unlimited: isAdmin,
    limits: isAdmin ? null : { ...SPACE_SLOTS },
    used,
    remaining: isAdmin
      ? null
      : { private: left('private'), invite_only: left('invite_only'), public: left('public') },
  }
}
