export { AlreadyRunning } from './lock.ts'
export { startDatabase } from './supervisor.ts'
export type { Database } from './supervisor.ts'
export { visitDatabase } from './visit.ts'
