/** Every word of the app, by room. A namespace, so that each chunk carries only the rooms it names: see strings/all.ts. */
export * as strings from './strings/all.ts'
