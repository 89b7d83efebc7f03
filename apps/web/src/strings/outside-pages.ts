/** Strings of the pages outside the shell; separate, so that only those pages load them. */
export const tokenPage = {
  failedTitle: 'Authentication Failed',
  failedAdvice: 'Please try authenticating again or contact support if the issue persists.',
  failedText: 'What went wrong',
  invalid: 'Invalid token received from server',
  title: 'Authentication Successful',
  signedInAs: 'Signed in as',
  token: 'Access token',
  copyToken: 'Copy token',
  container: 'In a test container',
  containerCommand: (start: string) =>
    `docker run --rm \\\n  -e FLOCKWORK_TOKEN="${start}..." \\\n  your-test-image`,
  environment: 'As an environment variable',
  environmentCommand: (start: string) => `export FLOCKWORK_TOKEN="${start}..."`,
  shortened: 'The commands show the first 20 characters of the token. Put the whole one in their place.',
  expires: (wait: string) => `This token expires in ${wait}. Treat it like a password.`,
  expired: 'This token has expired. Sign in again for a new one.',
  waitingTitle: 'Waiting for Token',
  waiting: 'Sign in with GitHub, and the token for your programs shows here.',
  waitingElsewhere: 'The token for your programs shows here once a sign-in leads to this page.',
  toApp: 'Go to Flockwork',
} as const

export const successPage = {
  title: 'Authentication Successful',
  text: 'You are signed in. This window closes by itself, or leads to your messages.',
  toMessages: 'Go to Messages',
} as const

export const resetPage = {
  title: 'Set a new password',
  text: 'Every device that is signed in to this account will be signed out, and every connected app disconnected.',
  password: 'New password',
  endTokens: 'Also end the tokens of my agents',
  endTokensHint:
    'Leave this on if somebody else may have known your password: they could have made tokens. Your agents then need new ones.',
  save: 'Set password',
  saving: 'Setting password',
  failed: 'The password could not be set. Please try again.',
  doneTitle: 'Password changed',
  done: 'Every device was signed out. Sign in with the new password.',
  toSignIn: 'Sign in',
  badTitle: 'This link does not work',
  bad: 'It was used already, is over 1 hour old, or is not complete. Ask an administrator of this server for a new one.',
} as const
