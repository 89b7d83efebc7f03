/** House rules that the import graph can't show, read from the text of a source file. */

interface SourceRule {
  name: string
  appliesTo: RegExp
  /** What may not be found in the file. */
  forbidden: RegExp
}

const RULES: SourceRule[] = [
  {
    // The namespace form lets a bundler drop what isn't used: 7 kB of a web bundle instead of 92.
    name: 'zod-is-imported-as-a-namespace',
    appliesTo: /^(packages\/contract|apps\/web)\/src\//,
    forbidden: /^import (?!(type )?\* as z from 'zod\/mini')[^;'"]*from ['"]zod(\/[^'"]*)?['"]/m,
  },
  {
    // These rooms read any table; a write goes through the room that owns the table, as search does its index.
    name: 'admin-and-search-only-read',
    appliesTo: /^apps\/server\/src\/features\/(admin|search)\/(?!.*\.test\.ts$)/,
    forbidden:
      /\.(insertInto|updateTable|deleteFrom|mergeInto)\((?!'(message_words|search_\w+)')|\b(insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?!message_words\b|search_\w)\w|\bupdate\s+(?!message_words\b|search_\w)"?\w+"?\s+set\b/i,
  },
]

/** One line for each rule that `text`, the content of `file` (a path from the root), breaks. */
export function breachesIn(file: string, text: string): string[] {
  return RULES.filter((rule) => rule.appliesTo.test(file) && rule.forbidden.test(text)).map(
    (rule) => `${rule.name}: ${file}`,
  )
}
