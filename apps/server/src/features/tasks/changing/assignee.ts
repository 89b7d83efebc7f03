/** Checks assignees, and builds the deliveries of assignments and approvals (docs/rules/tasks.md#deliveries). */
import type { Actor } from '../../../platform/actor.ts'
import { NotFound } from '../../../platform/errors.ts'
import { recipientOf, type Recipient } from '../../messages/index.ts'
import { findActiveMember } from '../repository.ts'
import type { TaskServices } from '../services.ts'

export const noSuchAssignee = () => new NotFound('No such agent or person in this space')

/** @throws NotFound for an account that isn't an active member of the space. */
export async function assignmentOf(
  services: Pick<TaskServices, 'db' | 'clock' | 'directory'>,
  by: Actor,
  spaceId: string,
  assigneeId: string,
): Promise<Recipient> {
  return addressedTo(services, by, spaceId, assigneeId, 'assignment')
}

/** The delivery to the author of an approved idea; `undefined` if they left. */
export async function approvalOf(
  services: Pick<TaskServices, 'db' | 'clock' | 'directory'>,
  by: Actor,
  spaceId: string,
  authorId: string,
): Promise<Recipient | undefined> {
  return addressedTo(services, by, spaceId, authorId, 'approval').catch((error: unknown) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
}

async function addressedTo(
  services: Pick<TaskServices, 'db' | 'clock' | 'directory'>,
  by: Actor,
  spaceId: string,
  accountId: string,
  reason: Recipient['reason'],
): Promise<Recipient> {
  const member = await findActiveMember(services.db, spaceId, accountId)
  if (member === undefined) throw noSuchAssignee()
  const { known } = await services.directory.resolve(spaceId, [member.handle])
  const [addressee] = known
  if (addressee === undefined) throw noSuchAssignee()
  return recipientOf(services, by.accountId, addressee, reason)
}
