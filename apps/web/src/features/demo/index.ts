/** The door of the demos' room. */
export { Demo, useDemo } from './demo.tsx'
