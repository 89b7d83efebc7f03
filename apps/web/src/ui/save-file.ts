/** The browser reads the file after the press; until then its address must stay. */
const ADDRESS_KEPT_MS = 60_000

/** Saves `text` as a file of this name, as a download would. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS)
}
