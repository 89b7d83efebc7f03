/** The help articles: Markdown files in `articles/`, with title, slug, keywords, group and order as front matter. */
import { readFile, readdir } from 'node:fs/promises'
import { clientSetups, type ClientSetups } from '@flockwork/contract/clients/setups'
import { HelpGroup, type HelpArticle } from '@flockwork/contract/help'
import { anchorOf } from '@flockwork/contract/text/anchors'

export interface Passage {
  /** `null` for the lead, before the first heading. */
  readonly heading: string | null
  readonly text: string
  /** Synonyms that the passage doesn't contain, only for the search. */
  readonly also: string
  /** Shown below the text in the help centre; the guide's answers are text only. */
  readonly picture: { readonly name: string; readonly alt: string } | null
}

export interface Article {
  readonly title: string
  readonly slug: string
  readonly keywords: readonly string[]
  /** Its section in the help centre, and its position there. */
  readonly group: HelpGroup
  readonly order: number
  /** The lead, then one per heading. Each makes sense as an answer by itself. */
  readonly passages: readonly Passage[]
}

const FOLDER = new URL('./articles/', import.meta.url)
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/
/** The placeholder for the instance's URL. */
const ADDRESS_PLACEHOLDER = 'https://your-server'
/** A placeholder line for a client's setup, which has a single source. */
const SETUP_LINE = /^\{\{setup (\w+)\}\}$/gm
/** A line of synonyms for the search. */
const ALSO_LINE = /^<!-- also: ([^\n>]+) -->$/m
/** A picture line: `![alt text](picture:name)`. */
const PICTURE_LINE = /^!\[([^\]\n]+)\]\(picture:([a-z-]+)\)$/m

let articlesRead: Promise<readonly Article[]> | undefined

/** Every article, read once. @throws when one is malformed or two share a slug. */
export function readArticles(): Promise<readonly Article[]> {
  articlesRead ??= readFolder()
  return articlesRead
}

async function readFolder(): Promise<Article[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).toSorted()
  const articles = await Promise.all(
    names.map(async (name) => parseArticle(name, await readFile(new URL(name, FOLDER), 'utf8'))),
  )
  const slugs = new Set(articles.map(({ slug }) => slug))
  if (slugs.size < articles.length) throw new Error('Two help articles share a slug')
  return articles
}

/** @throws when the text has no front matter, lacks a field of it, or has no lead. */
export function parseArticle(name: string, text: string): Article {
  const [, front, body] = FRONT_MATTER.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (front === undefined || body === undefined) throw new Error(`${name} has no front matter`)
  const fields = new Map(
    front.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const field = (key: string): string => {
    const value = fields.get(key)
    if (value === undefined || value === '') throw new Error(`${name} has no ${key}`)
    return value
  }
  const group = HelpGroup.safeParse(field('group'))
  if (!group.success) throw new Error(`${name} has no group of the help centre`)
  return {
    title: field('title'),
    slug: field('slug'),
    keywords: field('keywords')
      .split(',')
      .map((keyword) => keyword.trim()),
    group: group.data,
    order: Number(field('order')),
    passages: passagesOf(name, body),
  }
}

/** The text of an article with this instance's URL in its examples. */
export function withAddress(text: string, address: string): string {
  return text.replaceAll(ADDRESS_PLACEHOLDER, address)
}

/** The path of an article's page, or of a passage on it. */
export function pageOf({ slug }: Article, passage?: Passage): string {
  const heading = passage?.heading ?? null
  return heading === null ? `/help/${slug}` : `/help/${slug}#${anchorOf(heading)}`
}

/** The articles in the order of the help centre, with this instance's URL. */
export function presentArticles(articles: readonly Article[], address: string): HelpArticle[] {
  const rank = ({ group, order }: Article) => HelpGroup.options.indexOf(group) * articles.length + order
  return articles
    .toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title))
    .map(({ slug, title, group, keywords, passages }) => ({
      slug,
      title,
      group,
      keywords: [...keywords],
      sections: passages.map(({ heading, text, picture }) => ({
        heading,
        text: withAddress(text, address),
        picture,
      })),
    }))
}

function passagesOf(name: string, body: string): Passage[] {
  const [lead = '', ...sections] = withSetups(name, body).split(/^## /m)
  if (lead.trim() === '') throw new Error(`${name} has no lead`)
  return [
    passageOf(null, lead),
    ...sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return passageOf(heading.trim(), lines.join('\n'))
    }),
  ]
}

function passageOf(heading: string | null, body: string): Passage {
  const [line = '', alt = '', name = ''] = PICTURE_LINE.exec(body) ?? []
  const [alsoLine = '', also = ''] = ALSO_LINE.exec(body) ?? []
  return {
    heading,
    text: body.replace(line, '').replace(alsoLine, '').trim(),
    also,
    picture: line === '' ? null : { name, alt },
  }
}

/** @throws for the setup of an unknown client. */
function withSetups(name: string, body: string): string {
  const {
    desktop,
    header: _,
    ...others
  } = clientSetups({
    url: `${ADDRESS_PLACEHOLDER}/mcp/agents/your-agent`,
    token: 'YOUR_TOKEN',
  })
  const setups = new Map<string, string>([
    ...Object.entries(others satisfies Omit<ClientSetups, 'desktop' | 'header'>),
    ['desktop', desktop.macos],
    ['desktopWindows', desktop.windows],
  ])
  return body.replaceAll(SETUP_LINE, (_line, client: string) => {
    const setup = setups.get(client)
    if (setup === undefined) throw new Error(`${name} has no client ${client}`)
    return setup
  })
}
