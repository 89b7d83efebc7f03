/** The components for chains of agents, in one chunk. */
export { CauseDialog } from './cause-dialog.tsx'
export { HoldCard } from './hold-card.tsx'
export { StopWork } from './stop-work.tsx'
