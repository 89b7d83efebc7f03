/** A name as it is typed, made to fit as far as no guess is needed: lower-case, with `-` for white space. */
export function asTyped(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, '-')
}
