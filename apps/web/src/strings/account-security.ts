/** The words about who may act for an account. Not joined with the others: their windows bring them. */
export const security = {
  confirm: {
    title: 'Confirm that it is you',
    text: 'This needs your password, because you signed in more than 10 minutes ago.',
    password: 'Password',
    act: 'Continue',
    acting: 'Checking',
    failed: 'The password could not be checked. Please try again.',
  },

  notices: {
    label: 'New access to your agents',
    token: (agent: string) => `A new token was made for @${agent}`,
    app: (name: string, agent: string) => `${name} was connected to @${agent}`,
    from: 'From',
    here: 'this session',
    end: 'End it',
    endOf: (what: string) => `End it: ${what}`,
    known: 'It was me',
    knownOf: (what: string) => `It was me: ${what}`,
    allKnown: 'All were me',
    more: (count: number) => `${count} more`,
    less: 'Show one',
    tokenTitle: 'End this token?',
    appTitle: (name: string) => `Disconnect ${name}?`,
    endText: (agent: string) =>
      `Whatever acts as @${agent} with it is cut off at once. If you don’t know where it came from, change your password, too.`,
    ending: 'Ending',
    ended: 'It was ended.',
    endFailed: 'It could not be ended',
    tryAgain: 'Please try again.',
  },
} as const
