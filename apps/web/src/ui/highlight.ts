import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const LANGUAGES = {
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** The library's patterns take quadratic time for some lines: code with longer lines isn't highlighted. */
const LINE_MAX_CHARS = 200
const LONG_LINE = new RegExp(`[^\\n]{${LINE_MAX_CHARS + 1}}`)
/** The limit of spans, as layout of more is slow; 5,000 characters of code have about 600. */
const SPANS_MAX = 2000

/**
 * `code` as safe HTML with spans of `hljs-` classes; null for an unknown language, and for code that would take too
 * long. Load it on demand.
 */
export function highlight(code: string, language: string): string | null {
  if (!hljs.getLanguage(language) || LONG_LINE.test(code)) return null
  const html = hljs.highlight(code, { language, ignoreIllegals: true }).value
  return html.split('<span').length > SPANS_MAX ? null : html
}
