import { createContext, useContext } from 'react'

/** True inside a dialog or drawer: menus and popovers there need a higher z-index. */
export const InDialog = createContext(false)

/** The z-index of a menu or popover: 40 over the page, 55 over a dialog. */
export function useFloatingLayer(): string {
  return useContext(InDialog) ? 'z-55' : 'z-40'
}
