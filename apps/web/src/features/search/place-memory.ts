/** Where the reader was in the results of each entry of the browser's history, so that Back returns there. */

export interface Place {
  /** How far the list of results and the page around it were scrolled, in pixels. */
  readonly list: number
  readonly page: number
  /** The result that was opened last. */
  readonly openedId: string | null
}

const places = new Map<string, Place>()
const NOWHERE: Place = { list: 0, page: 0, openedId: null }

export function placeOf(entry: string): Place | undefined {
  return places.get(entry)
}

export function rememberPlace(entry: string, change: Partial<Place>): void {
  places.set(entry, { ...NOWHERE, ...places.get(entry), ...change })
}
