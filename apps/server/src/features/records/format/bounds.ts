/** What a record may have at most. A file comes from outside: nothing looks at it before a bound does. */

/** A task's texts, each character escaped, take two thirds of it. */
export const LINE_MAX_BYTES = 1024 * 1024
export const RECORDS_MAX = 100_000_000
/** Checkpoints are this many records apart. */
export const CHECKPOINT_EVERY = 1000
/** Objects and lists within each other, in one line. */
export const DEPTH_MAX = 12
/** Instances that a space was on before: each adds a signature to the header. */
export const ORIGINS_MAX = 32
