/** A text without Markdown syntax, on one line, for places that don't render Markdown. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^[ \t]*(```|~~~)[^\n]*$/gm, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replaceAll(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/\*\*(?=\S)((?:[^*\n]|\*(?!\*))*)(?<=\S)\*\*/g, '$1')
    .replaceAll(/__(?=\S)((?:[^_\n]|_(?!_))*)(?<=\S)__/g, '$1')
    .replaceAll(/~~(?=\S)((?:[^~\n]|~(?!~))*)(?<=\S)~~/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<!`)`+([^`\n]+)`+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
