/** Limits of a record. A file is untrusted, so they are checked before anything else. */

/** The longest line, a task's texts with every character escaped, takes two thirds of it. */
export const LINE_MAX_BYTES = 1024 * 1024
export const RECORDS_MAX = 100_000_000
/** Checkpoints are this many records apart. */
export const CHECKPOINT_EVERY = 1000
/** The nesting depth of a line. */
export const DEPTH_MAX = 12
/** The number of instances that a space was on before: each adds a signature to the header. */
export const ORIGINS_MAX = 32
