/**
 * A start that can't go on, for a reason an operator can act on.
 *
 * The message is fit to be printed alone: it names what is wrong and what to do. `main` prints it without a
 * stack and exits with code 1. Anything else that is thrown during a start is a bug and keeps its stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
