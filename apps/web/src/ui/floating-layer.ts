import { createContext, useContext } from 'react'

/** True inside a dialog or drawer: what floats there must lie above it. */
export const InDialog = createContext(false)

/** The layer of a menu or popover: 40 over the page, 55 over a dialog. */
export function useFloatingLayer(): string {
  return useContext(InDialog) ? 'z-55' : 'z-40'
}
