/** The words that the app shows from its start on, by room; pages and windows in chunks of their own bring theirs. */
export { login } from './auth.ts'
export { messages } from './messages.ts'
export { shell } from './shell.ts'
export { spaces } from './spaces.ts'
export { clipboard, time, ui } from './ui.ts'

export const product = 'Flockwork'
