/** An administrator's actions on a person (docs/rules/administration.md#roles). Pure; the server decides. */
import type { AdminUser } from '@flockwork/contract/admin/people'

export type UserAct = 'makeAdmin' | 'removeAdmin' | 'activate' | 'deactivate' | 'resetLink'

export function actsOn({ role, status }: Pick<AdminUser, 'role' | 'status'>, isYou: boolean): UserAct[] {
  const isActive = status === 'active'
  const acts: UserAct[] = []
  if (!isYou && role === 'admin') acts.push('removeAdmin')
  if (isActive && role !== 'admin') acts.push('makeAdmin')
  if (isActive) acts.push('resetLink')
  if (!isYou) acts.push(isActive ? 'deactivate' : 'activate')
  return acts
}
