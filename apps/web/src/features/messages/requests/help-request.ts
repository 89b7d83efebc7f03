const OPEN_HELP = 'flockwork:open-help'

/** Asks for the help dialog, which the shell holds. */
export function askForHelp(): void {
  dispatchEvent(new CustomEvent(OPEN_HELP))
}

/** @returns how to stop listening */
export function onHelpRequest(listener: () => void): () => void {
  addEventListener(OPEN_HELP, listener)
  return () => removeEventListener(OPEN_HELP, listener)
}
