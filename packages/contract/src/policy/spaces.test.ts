import { expect, test } from 'vitest'
import {
  whyNotBecome,
  whyNotChangeMembers,
  whyNotChangeSpace,
  whyNotDeleteSpace,
  whyNotInvite,
  whyNotLeaveSpace,
  whyNotManageInvites,
  whyNotStepDown,
} from './spaces.ts'

const shared = { is_personal: false, created_by: 'ana', visibility: 'invite_only' } as const
const personal = { is_personal: true, created_by: 'ana', visibility: 'private' } as const
const creator = { accountId: 'ana', role: 'admin' } as const
const admin = { accountId: 'bob', role: 'admin' } as const
const member = { accountId: 'cleo', role: 'member' } as const
const stranger = { accountId: 'dan', role: null } as const

test.for([
  { who: admin, space: shared, change: { visibility: 'public' }, may: true, because: 'admins may' },
  { who: member, space: shared, change: { name: 'Lab' }, may: false, because: 'members may not' },
  { who: stranger, space: shared, change: { name: 'Lab' }, may: false, because: 'strangers may not' },
  {
    who: creator,
    space: personal,
    change: { name: 'Den' },
    may: true,
    because: 'a personal space has a name',
  },
  {
    who: creator,
    space: personal,
    change: { visibility: 'public' },
    may: false,
    because: 'it stays private',
  },
  { who: creator, space: personal, change: { description: null }, may: false, because: 'and described' },
] as const)('changed: $may, because $because', ({ who, space, change, may }) => {
  expect(whyNotChangeSpace(who, space, change) === null).toBe(may)
})

test.for([
  { who: creator, space: shared, may: true, because: 'it is its creator' },
  { who: { ...creator, role: 'member' }, space: shared, may: true, because: 'whatever their role' },
  { who: admin, space: shared, may: false, because: 'an admin is not its creator' },
  { who: creator, space: personal, may: false, because: 'a personal space stays' },
] as const)('deleted: $may, because $because', ({ who, space, may }) => {
  expect(whyNotDeleteSpace(who, space) === null).toBe(may)
})

test('a personal space cannot be left, and a private one has no invites', () => {
  expect(whyNotLeaveSpace(shared)).toBeNull()
  expect(whyNotLeaveSpace(personal)).toMatch('personal')
  expect(whyNotInvite(shared)).toBeNull()
  expect(whyNotInvite(personal)).toMatch('private')
})

test('only admins manage members and invites', () => {
  for (const whyNot of [whyNotChangeMembers, whyNotManageInvites]) {
    expect(whyNot(admin)).toBeNull()
    expect(whyNot(member)).toMatch('Only admins')
    expect(whyNot(stranger)).toMatch('Only admins')
  }
})

test.for([
  { role: 'admin', others: { members: 2, admins: 0 }, may: false, because: 'nobody else is an admin' },
  { role: 'admin', others: { members: 2, admins: 1 }, may: true, because: 'another admin stays' },
  { role: 'admin', others: { members: 0, admins: 0 }, may: true, because: 'nobody is left behind' },
  { role: 'member', others: { members: 2, admins: 1 }, may: true, because: 'a member is no admin' },
] as const)('$role steps down: $may, because $because', ({ role, others, may }) => {
  expect(whyNotStepDown(role, others) === null).toBe(may)
})

test('a space can turn private only with one person in it', () => {
  expect(whyNotBecome('private', { members: 0 })).toBeNull()
  expect(whyNotBecome('private', { members: 1 })).toMatch('nobody else')
  expect(whyNotBecome('public', { members: 9 })).toBeNull()
})
