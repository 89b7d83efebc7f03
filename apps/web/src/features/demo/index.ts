/** The door of the demo room. */
export { Demo, useDemo } from './demo.tsx'
