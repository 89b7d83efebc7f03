/** The browser reads the file after the click; until then the object URL must stay valid. */
const ADDRESS_KEPT_MS = 60_000

/** Downloads `text` as a file of this name. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS)
}
