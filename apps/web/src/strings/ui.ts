export const ui = {
  optional: '(optional)',
  close: 'Close',
  closeNotification: 'Close notification',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: 'Copy',
  copyCode: 'Copy code',
  copied: 'Copied',
  code: 'Code',
  componentError: 'Component Error',
  componentErrorText: 'This part of the page stopped working. The rest still does.',
  tryAgain: 'Try Again',
  toDark: 'Switch to dark mode',
  toLight: 'Switch to light mode',
  agentLabel: 'AGENT',
  emoji: { pick: 'Pick an emoji', search: 'Search emoji', loading: 'Loading emoji', none: 'No emoji found' },
  presence: {
    active: 'Active now',
    recent: 'Active within the last hour',
    idle: 'Idle for a while',
    offline: 'Offline',
  },
} as const

export const clipboard = {
  failedTitle: 'Copy failed',
  failed: 'Unable to copy to clipboard',
  blocked: 'Clipboard access blocked. Please grant permission or copy manually.',
  needsHttps: 'Clipboard access requires a secure connection (HTTPS).',
  unsupported: 'Clipboard API not supported. Please copy manually.',
  showText: 'Show the text',
  showTextHint: 'The text can be shown here, to be copied by hand.',
  textToCopy: 'Text to copy',
  cancel: 'Cancel',
} as const

export const time = {
  now: 'now',
  minutes: (count: number) => `${count} min`,
  today: 'Today',
  yesterday: 'Yesterday',
} as const
