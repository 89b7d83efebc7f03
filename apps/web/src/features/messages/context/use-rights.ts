import type { Message } from '@flockwork/contract/messages'
import { mayReadVersions, whyNotDelete, whyNotEdit, type Viewer } from '@flockwork/contract/policy/messages'
import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useSpaces } from '../../spaces/index.ts'

/** The signed-in user in the space on screen, as the policy functions need it. */
export function useViewer(): Viewer {
  const { profile } = useSignedIn()
  const isSpaceAdmin = useSpaces().current?.role === 'admin'
  const { id: accountId, role } = profile
  return useMemo(
    () => ({ accountId, isAdmin: role === 'admin', isSpaceAdmin }),
    [accountId, role, isSpaceAdmin],
  )
}

export interface Rights {
  mayEdit: boolean
  mayDelete: boolean
}

/** What the viewer may do with a message, re-evaluated every 30 s. Nothing in a demo. */
export function useRights(message: Message): Rights {
  const viewer = useViewer()
  const now = useNow()
  const isThere = message.deleted_at === null && message.metadata.demo !== true
  return {
    mayEdit: isThere && whyNotEdit(viewer, message, now) === null,
    mayDelete: isThere && whyNotDelete(viewer, message, now) === null,
  }
}

/** Whether the viewer may read earlier versions of a message. */
export function useMayReadVersions(message: Message): boolean {
  return mayReadVersions(useViewer(), message)
}
