import { expect, test } from 'vitest'
import { actsOn } from './acts.ts'

test.for([
  {
    user: 'user',
    status: 'active',
    isYou: false,
    acts: ['makeAdmin', 'resetLink', 'deactivate'],
    because: 'they are one of many',
  },
  {
    user: 'agent_manager',
    status: 'active',
    isYou: false,
    acts: ['makeAdmin', 'resetLink', 'deactivate'],
    because: 'it has a user’s rights',
  },
  {
    user: 'admin',
    status: 'active',
    isYou: false,
    acts: ['removeAdmin', 'resetLink', 'deactivate'],
    because: 'they are an administrator',
  },
  {
    user: 'admin',
    status: 'active',
    isYou: true,
    acts: ['resetLink'],
    because: 'nobody takes their own role',
  },
  { user: 'user', status: 'inactive', isYou: false, acts: ['activate'], because: 'they can’t sign in' },
  {
    user: 'admin',
    status: 'inactive',
    isYou: false,
    acts: ['removeAdmin', 'activate'],
    because: 'the role is still theirs',
  },
] as const)(
  'of $user, $status, you: $isYou, one can $acts, because $because',
  ({ user, status, isYou, acts }) => {
    expect(actsOn({ role: user, status }, isYou)).toEqual(acts)
  },
)
