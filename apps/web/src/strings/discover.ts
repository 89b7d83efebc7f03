/** Strings of the page of spaces that anyone may join; loaded with it. */
export const discover = {
  joinTitle: 'Join with an invite code',
  joinText: 'Somebody in the space can make one for you.',
  communityTitle: 'Community spaces',
  noCommunityTitle: 'No Community Spaces',
  communityFailed: 'The community spaces could not be loaded.',
  noCommunityText: 'A space that is open to everyone shows here.',
  loadingCommunity: 'Loading community spaces',
  joinLabel: (space: string) => `Join ${space}`,
} as const
