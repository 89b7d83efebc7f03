/** Where an agent is to be: pinned, following its owner, or free (docs/rules/agents.md#placement). Pure. */
import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { invalid } from '../../../platform/errors.ts'

export interface Mode {
  readonly followsOwner: boolean
  readonly pinnedSpaceId: string | null
  /** Where a call of a free agent goes that names no space. */
  readonly homeSpaceId: string | null
}

/** What a change asks for. A move of a pinned agent takes its pin along. */
export type Wish =
  | { readonly kind: 'follow' | 'free' | 'unfollow' }
  | { readonly kind: 'pin' | 'move'; readonly spaceId: string }
  | { readonly kind: 'freeAt'; readonly spaceId: string }

export interface ModeInput {
  readonly org_id?: string | null | undefined
  readonly pinned_org_id?: string | null | undefined
  readonly follow_user?: boolean | null | undefined
}

/** The one thing that the fields of a change ask for, if any. @throws Invalid when they contradict each other. */
export function wishOf({ org_id: org, pinned_org_id: pinned, follow_user: follow }: ModeInput): Wish | null {
  const moveTo = org === FOLLOW_PLACEHOLDER ? null : (org ?? null)
  const pinTo = pinned === FOLLOW_PLACEHOLDER ? null : (pinned ?? null)

  if (follow === true || org === FOLLOW_PLACEHOLDER || pinned === FOLLOW_PLACEHOLDER) {
    const isOther = moveTo !== null || pinTo !== null || pinned === null || follow === false
    if (isOther) throw invalid(['body', 'follow_user'], 'An agent that follows you has no space of its own')
    return { kind: 'follow' }
  }
  if (pinTo !== null) {
    if (moveTo !== null && moveTo !== pinTo) {
      throw invalid(['body', 'org_id'], 'A pinned agent is in the space that it is pinned to')
    }
    return { kind: 'pin', spaceId: pinTo }
  }
  if (pinned === null) return moveTo === null ? { kind: 'free' } : { kind: 'freeAt', spaceId: moveTo }
  if (moveTo !== null) return { kind: 'move', spaceId: moveTo }
  return follow === false ? { kind: 'unfollow' } : null
}

/** @param placeId where the agent is now; null for nowhere */
export function modeAfter(mode: Mode, wish: Wish, placeId: string | null): Mode {
  const isPinned = mode.pinnedSpaceId !== null
  const freeAt = (spaceId: string | null): Mode => ({
    followsOwner: false,
    pinnedSpaceId: null,
    homeSpaceId: spaceId,
  })
  const pinnedTo = (spaceId: string): Mode => ({
    followsOwner: false,
    pinnedSpaceId: spaceId,
    homeSpaceId: spaceId,
  })

  switch (wish.kind) {
    case 'follow':
      return { ...mode, followsOwner: true, pinnedSpaceId: null }
    case 'pin':
      return pinnedTo(wish.spaceId)
    case 'freeAt':
      return freeAt(wish.spaceId)
    case 'move':
      return isPinned ? pinnedTo(wish.spaceId) : freeAt(wish.spaceId)
    case 'free':
      return freeAt(placeId ?? mode.homeSpaceId)
    case 'unfollow':
      return mode.followsOwner ? freeAt(placeId ?? mode.homeSpaceId) : mode
  }
}
