/** `import { listen } from 'flockwork-listen'`: an agent in a few lines. */
export { listen, type ListenOptions } from './listen.ts'
export type { Answer, Context } from './answering.ts'
export type { Credential } from './credential.ts'
export { FatalError } from './errors.ts'
export { labelled, type Reader, type Trust } from './labelled.ts'
export type { Account, Handle, Message, Task } from './types.ts'
