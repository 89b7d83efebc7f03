/** The strings of the initial chunks, by room. Lazy pages and dialogs import theirs from the other files here. */
export { login } from './auth.ts'
export { messages } from './messages.ts'
export { shell } from './shell.ts'
export { spaces } from './spaces.ts'
export { clipboard, time, ui } from './ui.ts'

export const product = 'Flockwork'
