/** References in comments and pages: what they name must be in this repository, or be a standard's number. */
import path from 'node:path'

/** The headings of each page of the repository as anchors, by its path from the root. */
export type Pages = ReadonlyMap<string, ReadonlySet<string>>

const FENCED = /^(```|~~~)[\s\S]*?^\1/gm
const HEADING = /^#{1,6} +(.+?)(?: +#+)?$/gm

/** Anchors as GitHub makes them: lower case, no punctuation, hyphens for spaces, a number after a repeated one. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of markdown.replaceAll(FENCED, '').matchAll(HEADING)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let repeat = 1; anchors.has(anchor); repeat += 1) anchor = `${slug}-${repeat}`
    anchors.add(anchor)
  }
  return anchors
}

/** Places in a text that isn't here: a section that no standard is named for, a numbered decision that is no ADR. */
const ELSEWHERE = [
  /(?<!RFC \d+,? )\bsections? \d+(?:\.\d+)*/gi,
  /\bdecisions?,? \d+(?:\.\d+)*/gi,
  /(?<=\()(?:agents|mcp|messaging|platform|ui|wire), [A-Z\d][\w.]*/g,
]
const PAGE = /(?<![\w/.:-])docs\/[\w./-]*\w(?:#[\w-]+)?/g
const RECORD = /\bADR-\d+/g
/** A comment's line break, with what begins the next line. */
const LINE_BREAK = /\n\s*(?:\/\/|--|\*(?!\/))?\s*/g
/** On one line: the formatter breaks none inside of a link. */
const LINK = /\[[^\]\n]*\]\(([^)\s]+)\)/g

/** One line for each reference in a source file that leads nowhere. */
export function brokenInSource(file: string, text: string, pages: Pages): string[] {
  const joined = text.replaceAll(LINE_BREAK, ' ')
  return [
    ...cited(file, joined, pages),
    ...found(joined, PAGE)
      .filter((reference) => !leadsSomewhere(reference, pages))
      .map((reference) => `${file}: ${reference}`),
  ]
}

/** One line for each reference in a page that leads nowhere: links to files and headings too. */
export function brokenInPage(
  file: string,
  markdown: string,
  pages: Pages,
  isFile: (name: string) => boolean,
): string[] {
  const text = markdown.replaceAll(FENCED, '')
  const links = [...text.matchAll(LINK)].map(([, target = '']) => target)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false
    const [name = '', anchor] = decodeURI(link).split('#')
    const target = name === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
    if (!isFile(target)) return true
    return anchor !== undefined && pages.has(target) && pages.get(target)?.has(anchor) !== true
  })
  return [...cited(file, text, pages), ...broken.map((link) => `${file}: ${link}`)]
}

function cited(file: string, text: string, pages: Pages): string[] {
  const elsewhere = ELSEWHERE.flatMap((pattern) => found(text, pattern))
  const records = found(text, RECORD).filter((record) => {
    const start = `docs/decisions/${record.slice('ADR-'.length)}-`
    return ![...pages.keys()].some((page) => page.startsWith(start))
  })
  return [...elsewhere, ...records].map((reference) => `${file}: ${reference.trim()}`)
}

function leadsSomewhere(reference: string, pages: Pages): boolean {
  const [page = '', anchor] = reference.split('#')
  if (anchor !== undefined) return pages.get(page)?.has(anchor) === true
  return pages.has(page) || [...pages.keys()].some((other) => other.startsWith(`${page}/`))
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => match)
}
