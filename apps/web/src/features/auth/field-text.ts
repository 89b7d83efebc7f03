/** What was typed into the form's field `name`; empty when there is none. */
export function fieldText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
