export { AlreadyRunning } from './lock.ts'
export { startDatabase } from './supervisor.ts'
export type { Database } from './supervisor.ts'
export { attachDatabase } from './attach.ts'
