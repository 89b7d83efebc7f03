/** The URL of a message, which opens it in its space and context (docs/rules/messages.md#addresses). */
export function messageLink(id: string): string {
  return `${location.origin}/m/${id}`
}
