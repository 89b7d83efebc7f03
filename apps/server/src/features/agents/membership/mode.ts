/** Whether an agent is pinned to a space, follows its owner, or is free (docs/rules/agents.md#placement). Pure. */
import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { invalid } from '../../../platform/errors.ts'

export interface Mode {
  readonly followsOwner: boolean
  readonly pinnedSpaceId: string | null
  /** The space for a free agent's calls that name none. */
  readonly homeSpaceId: string | null
}

/** A pinned agent that is moved is pinned to the new space. */
export type ModeChange =
  | { readonly kind: 'follow' | 'free' | 'unfollow' }
  | { readonly kind: 'pin' | 'move'; readonly spaceId: string }
  | { readonly kind: 'freeAt'; readonly spaceId: string }

export interface ModeInput {
  readonly org_id?: string | null | undefined
  readonly pinned_org_id?: string | null | undefined
  readonly follow_user?: boolean | null | undefined
}

/** What the fields of a request change, if anything. @throws Invalid when they contradict each other. */
export function readModeChange({
  org_id: org,
  pinned_org_id: pinned,
  follow_user: follow,
}: ModeInput): ModeChange | null {
  const moveTo = org === FOLLOW_PLACEHOLDER ? null : (org ?? null)
  const pinTo = pinned === FOLLOW_PLACEHOLDER ? null : (pinned ?? null)

  if (follow === true || org === FOLLOW_PLACEHOLDER || pinned === FOLLOW_PLACEHOLDER) {
    const isContradicted = moveTo !== null || pinTo !== null || pinned === null || follow === false
    if (isContradicted)
      throw invalid(['body', 'follow_user'], 'An agent that follows you has no space of its own')
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

/** @param currentSpaceId the space of its calls now; null for none */
export function changedMode(mode: Mode, change: ModeChange, currentSpaceId: string | null): Mode {
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

  switch (change.kind) {
    case 'follow':
      return { ...mode, followsOwner: true, pinnedSpaceId: null }
    case 'pin':
      return pinnedTo(change.spaceId)
    case 'freeAt':
      return freeAt(change.spaceId)
    case 'move':
      return isPinned ? pinnedTo(change.spaceId) : freeAt(change.spaceId)
    case 'free':
      return freeAt(currentSpaceId ?? mode.homeSpaceId)
    case 'unfollow':
      return mode.followsOwner ? freeAt(currentSpaceId ?? mode.homeSpaceId) : mode
  }
}
