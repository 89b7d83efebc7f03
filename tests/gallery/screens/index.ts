/** Every screen of the app, in the order of the gallery. */
import type { Screen } from '../screen.ts'
import { CONTROL } from './control.ts'
import { MESSAGES } from './messages.ts'
import { PLACES } from './places.ts'
import { SIGNING_IN } from './signing-in.ts'
import { WORK } from './work.ts'

export const SCREENS: readonly Screen[] = [...SIGNING_IN, ...MESSAGES, ...WORK, ...PLACES, ...CONTROL]
