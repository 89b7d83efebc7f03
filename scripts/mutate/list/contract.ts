/** Rules of the contract: who may do what, and what a text means. */
import type { MutatedFile } from '../mutation.ts'

export const CONTRACT: readonly MutatedFile[] = []
