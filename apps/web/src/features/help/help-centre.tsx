import { HELP_GROUPS, type HelpArticle } from '@flockwork/contract/help'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { helpCentre as words } from '../../strings/help.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { usePreload } from '../../ui/lazy-part.tsx'
import { GUIDE_PARTS } from './connect-guide.tsx'
import { findArticles } from './find-articles.ts'
import { MoreReading } from './more-reading.tsx'
import { WithArticles } from './with-articles.tsx'

/** The help centre: a search field over two groups of articles. */
export function HelpCentre() {
  const { q = '' } = useSearch({ from: '/help' })
  const navigate = useNavigate()
  usePreload(GUIDE_PARTS)
  const ask = (query: string) => {
    void navigate({
      to: '/help',
      search: query === '' ? {} : { q: query },
      replace: true,
    })
  }

  return (
    <div className="mx-auto max-w-180 px-4 py-6 md:px-6 md:py-8">
      <Input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        icon={<Search size={16} aria-hidden="true" />}
        end={
          q !== '' && (
            <IconButton size="sm" label={words.clear} icon={<X size={15} />} onClick={() => ask('')} />
          )
        }
        className="[&::-webkit-search-cancel-button]:hidden"
        value={q}
        onChange={(event) => ask(event.target.value)}
      />
      <WithArticles>
        {(articles) =>
          q.trim() === '' ? <Groups articles={articles} /> : <Found articles={articles} query={q} />
        }
      </WithArticles>
      <MoreReading />
    </div>
  )
}

function Groups({ articles }: { articles: readonly HelpArticle[] }) {
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
      {HELP_GROUPS.map((group) => (
        <section key={group}>
          <h2 className="pb-2 font-display text-lg font-semibold tracking-display">{words.groups[group]}</h2>
          <ul>
            {articles
              .filter((article) => article.group === group)
              .map(({ slug, title }) => (
                <li key={slug} className="border-t border-line">
                  <ArticleLink slug={slug}>{title}</ArticleLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Found({ articles, query }: { articles: readonly HelpArticle[]; query: string }) {
  const found = findArticles(articles, query)
  return (
    <section className="mt-6">
      <p role="status" className="text-sm font-medium text-ink-2">
        {found.length === 0 ? words.nothing(query.trim()) : words.results(found.length)}
      </p>
      {found.length === 0 && <p className="mt-1 text-base text-ink-3">{words.askChirpy}</p>}
      <ul className="mt-3">
        {found.map(({ article, heading, excerpt }) => (
          <li key={article.slug} className="border-t border-line">
            <ArticleLink slug={article.slug}>
              <span className="block font-semibold">
                {article.title}
                {heading !== null && <span className="font-normal text-ink-2"> · {heading}</span>}
              </span>
              <span className="mt-0.5 block text-nav text-ink-2">{excerpt}</span>
            </ArticleLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ArticleLink({ slug, children }: { slug: string; children: React.ReactNode }) {
  return (
    <Link
      to="/help/$article"
      params={{ article: slug }}
      className="-mx-2 block rounded-control px-2 py-2.5 text-base text-ink transition-colors hover:bg-sunken"
    >
      {children}
    </Link>
  )
}
