/** Strings for managing a space, and for leaving it. */
export const runningSpaces = {
  agentCount: (count: number) => (count === 1 ? '1 agent' : `${count} agents`),
  memberCount: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  noMembers: 'No members found',
  loadingMembers: 'Loading members',
  membersFailed: 'The members could not be loaded.',
  moreMembersFailed: 'More members could not be loaded.',
  moreMembers: 'Show more members',
  membersOf: (space: string) => `Members of ${space}`,
  settings: 'Settings',
  invites: 'Invites',
  leave: 'Leave',
  delete: 'Delete',
  cancel: 'Cancel',

  settingsOf: (space: string) => `Settings of ${space}`,
  save: 'Save',
  saving: 'Saving',
  saved: 'Settings saved',
  saveFailed: 'The settings could not be saved. Try again.',
  changedMeanwhile: (now: string) => `Changed by somebody else meanwhile, to: ${now}`,
  emptyNow: 'nothing',
  noLongerAdmin: 'You are no admin of this space any more, so you can’t change it.',
  onlyYou: 'Only you, with your agents. Its invites end.',
  othersIn: (others: number) =>
    others === 1 ? 'Not while somebody else is in it.' : `Not while others are in it: ${others} people are.`,
  noSlot: (type: string) => `You've reached your limit for ${type} spaces.`,

  memberActions: (name: string) => `More for ${name}`,
  makeAdmin: 'Make admin',
  makeMember: 'Make member',
  stepDown: 'Stop being an admin',
  remove: 'Remove from the space',
  roleFailed: 'The role could not be changed. Try again.',
  nowAdmin: (name: string) => `${name} is an admin now`,
  nowMember: (name: string) => `${name} is a member now`,
  stepDownTitle: 'Stop being an admin?',
  stepDownText: (space: string) =>
    `You stay in ${space} as a member. Only another admin can make you one again.`,
  steppingDown: 'Changing',
  removeTitle: (name: string, space: string) => `Remove ${name} from ${space}?`,
  removeText: (name: string, agents: number) =>
    `${name} is out at once${withAgents(agents, 'their')}. What they wrote stays. The invites they made end.`,
  removeAct: 'Remove',
  removing: 'Removing',
  removeFailed: 'This person could not be removed. Try again.',
  removed: (name: string) => `${name} is no longer in the space`,

  leaveTitle: (space: string) => `Leave ${space}?`,
  leaveText: (agents: number, isPublic: boolean) =>
    `You are out at once${withAgents(agents, 'your')}. What you wrote stays, and the invites you made end. ` +
    (isPublic ? 'You can join again.' : 'To come back you need an invite.'),
  leaveLast: (space: string) =>
    `You are the only person in ${space}: when you leave, it is deleted with all that is in it.`,
  leaveAct: 'Leave',
  leaving: 'Leaving',
  leaveFailed: 'You could not leave. Try again.',
  left: (space: string) => `You left ${space}`,

  deleteTitle: (space: string) => `Delete ${space}?`,
  deleteText: (people: number) =>
    `${people === 1 ? 'You and your agents are' : `All ${people} people and their agents are`} out of it at once, and messages and tasks are gone for everyone. Who runs this instance can bring it back within 30 days.`,
  typeName: (space: string) => `Type “${space}” to delete it`,
  otherName: 'This is not the name of the space.',
  deleteAct: 'Delete space',
  deleting: 'Deleting',
  deleteFailed: 'The space could not be deleted. Try again.',
  deleted: (space: string) => `${space} was deleted`,

  invitesTo: (space: string) => `Invites to ${space}`,
  invitesText: 'Codes are shown once, when they are made. Whoever has one can come in until it ends.',
  noInvites: 'No invite admits anybody now.',
  loadingInvites: 'Loading invites',
  invitesFailed: 'The invites could not be loaded.',
  madeBy: (name: string) => `Made by ${name}`,
  usesOf: (uses: number, max: number | null) =>
    max === null
      ? uses === 1
        ? '1 use'
        : `${uses} uses`
      : `${uses} of ${max} ${max === 1 ? 'use' : 'uses'}`,
  expires: 'expires',
  usedBy: 'Came in by it:',
  more: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  end: 'End',
  ending: 'Ending',
  endLabel: (name: string) => `End the invite made by ${name}`,
  endFailed: 'The invite could not be ended. Try again.',
  inviteEnded: 'Invite ended',
  endedTitle: 'Ended in the last 30 days',
  why: { revoked: 'ended', expired: 'expired', used_up: 'used up' },

  link: 'Link to join',
  copyLink: 'Copy link to join',
  share: 'Share',
  shareFailed: 'The link could not be shared. Copy it instead.',
  shareTitle: (space: string) => `Join ${space} on Flockwork`,
  qrCode: (space: string) => `QR code of the link to join ${space}`,
  linkOnce: 'Copy it now. Link and code are shown once.',
} as const

function withAgents(count: number, whose: string): string {
  if (count === 0) return ''
  return count === 1 ? `, and ${whose} agent leaves too` : `, and ${whose} ${count} agents leave too`
}
