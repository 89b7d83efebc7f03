/** Requests from this room to the app, dispatched as window events, because rooms above this one handle them. */
import type { DemoScenario } from '@flockwork/contract/demo'

/** Its `detail` names the scenario; null: the first one. */
const RUN_DEMO = 'flockwork:run-demo'
const OPEN_HELP = 'flockwork:open-help'

/** @returns whether a listener runs the demo, which it says by `preventDefault()` on the event */
export function requestDemo(scenario: DemoScenario | null): boolean {
  return !dispatchEvent(new CustomEvent(RUN_DEMO, { cancelable: true, detail: scenario }))
}

/** @returns a function that unsubscribes */
export function onDemoRequest(listener: (request: Event) => void): () => void {
  addEventListener(RUN_DEMO, listener)
  return () => removeEventListener(RUN_DEMO, listener)
}

export function requestHelp(): void {
  dispatchEvent(new CustomEvent(OPEN_HELP))
}

/** @returns a function that unsubscribes */
export function onHelpRequest(listener: () => void): () => void {
  addEventListener(OPEN_HELP, listener)
  return () => removeEventListener(OPEN_HELP, listener)
}
