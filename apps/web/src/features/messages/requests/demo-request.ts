import type { DemoScenario } from '@flockwork/contract/demo'

/** An event of the window. Its `detail` names the scenario; without one it is the first demo. */
const RUN_DEMO = 'flockwork:run-demo'

/**
 * Asks for a demo, wherever the user is; null: the first one.
 *
 * @returns whether somebody plays it, who says so by `preventDefault()` on the event
 */
export function askForDemo(scenario: DemoScenario | null): boolean {
  return !dispatchEvent(new CustomEvent(RUN_DEMO, { cancelable: true, detail: scenario }))
}

/** @returns how to stop listening */
export function onDemoRequest(listener: (request: Event) => void): () => void {
  addEventListener(RUN_DEMO, listener)
  return () => removeEventListener(RUN_DEMO, listener)
}
