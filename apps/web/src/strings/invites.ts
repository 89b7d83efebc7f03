/** Strings for creating an invite; loaded with the form. */
export const invites = {
  expiry: 'Expires after',
  hours: 'hours',
  maxUses: 'Max uses',
  unlimited: 'Empty means unlimited',
  wholeNumber: (min: number, max: number) => `A whole number from ${min} to ${max}.`,
  atLeastOne: 'A whole number, 1 or more.',
  makeInvite: 'Create Invite',
  makingInvite: 'Creating',
  inviteCode: 'Invite code',
  copyCode: 'Copy invite code',
  validUntil: (when: string) => `Valid until ${when}.`,
  uses: (max: number | null) => (max === null ? 'Unlimited uses.' : max === 1 ? 'One use.' : `${max} uses.`),
  anotherInvite: 'Create another',
  done: 'Done',
  inDays: (days: number) => (days === 1 ? 'That is a day' : `That is ${days} days`),
  inviteTo: (space: string) => `Invite members to ${space}`,
} as const
