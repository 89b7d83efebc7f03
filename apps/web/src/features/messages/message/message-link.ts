/** The address of a message, which opens it in its space and context (decisions 4.6). */
export function messageLink(id: string): string {
  return `${location.origin}/m/${id}`
}
