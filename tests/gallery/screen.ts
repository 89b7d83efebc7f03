/** A screen of the app and the states that the gallery shows. */
import type { Locator, Page } from '@playwright/test'
import type { Person, Scene } from './scene/scene.ts'

/** `both` is a desktop and a phone; `narrow` is 320 px wide, `zoomed` a desktop at 200 %. */
export type Frame = 'both' | 'desk' | 'narrow' | 'zoomed' | 'help'

export interface State {
  readonly name: string
  /** Who is signed in; null for nobody. */
  readonly as: Person | null
  readonly path: string | ((scene: Scene) => string)
  readonly frame: Frame
  /** Runs before the page is opened: mocks failing and pending calls. */
  readonly before?: (page: Page, scene: Scene) => Promise<void>
  /** Runs on the open page: brings it into the state. */
  readonly act?: (page: Page, scene: Scene) => Promise<void>
  /** A device that hasn't seen the welcome dialog. */
  readonly isNew?: boolean
}

export interface Screen {
  /** The name of its files. */
  readonly name: string
  readonly title: string
  /** The app's routes that it shows, as the router writes them. */
  readonly routes: readonly string[]
  readonly states: readonly State[]
}

type More = Partial<Omit<State, 'name'>>

/** A state with a signed-in user, ana by default. */
export function state(name: string, path: State['path'], more: More = {}): State {
  return { name, path, as: 'ana', frame: 'both', ...more }
}

/** The states of each page with data. `calls` match the URLs that the page loads from. */
export function usual(path: string, calls: readonly RegExp[], more: More = {}): State[] {
  return [
    state('many', path, { ...more, as: 'bea' }),
    state('lively', path, more),
    state('one', path, { ...more, as: 'one' }),
    state('empty', path, { ...more, as: 'nell' }),
    state('long names', path, { ...more, as: 'long' }),
    ...troubled(path, calls, more),
    ...squeezed(path, more),
  ]
}

/** While its calls are pending, when they fail, and without a network. */
export function troubled(path: State['path'], calls: readonly RegExp[], more: More = {}): State[] {
  return [
    state('loading', path, { ...more, before: (page) => never(page, calls) }),
    state('error', path, { ...more, before: (page) => refuse(page, calls) }),
    state('offline', path, { ...more, act: (page) => page.context().setOffline(true) }),
  ]
}

/** At the minimum width, and at 200 %. */
export function squeezed(path: State['path'], more: More = {}): State[] {
  return [
    state('narrow', path, { as: 'long', ...more, frame: 'narrow' }),
    state('zoomed', path, { ...more, frame: 'zoomed' }),
  ]
}

/** These calls stay pending. */
async function never(page: Page, calls: readonly RegExp[]): Promise<void> {
  for (const call of calls) await page.route(call, () => {})
}

/** Makes the server fail these calls. */
export async function refuse(page: Page, calls: readonly RegExp[], status = 500): Promise<void> {
  const body = {
    error: 'internal_error',
    detail: 'Something went wrong on the server. The request id names it in the log.',
    request_id: 'gallery',
  }
  for (const call of calls) await page.route(call, (route) => route.fulfill({ status, json: body }))
}

/** Responds to these calls with `json`. */
export async function answer(page: Page, call: RegExp, json: object): Promise<void> {
  await page.route(call, (route) => route.fulfill({ json }))
}

/** Hovers until the tooltip shows. */
export async function hover(place: Locator): Promise<void> {
  await place.hover()
  await place.page().locator('[popover]:popover-open').waitFor()
}
