import { useParams } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { helpCentre as words } from '../../strings/help.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArticleView } from './article-view.tsx'
import { WithArticles } from './with-articles.tsx'

/** One article of the help centre, at `/help/{slug}`. */
export function ArticlePage() {
  const { article: slug } = useParams({ from: '/help/$article' })
  return (
    <WithArticles>
      {(articles) => {
        const article = articles.find((candidate) => candidate.slug === slug)
        return article ? <ArticleView key={slug} article={article} /> : <NoSuchArticle />
      }}
    </WithArticles>
  )
}

function NoSuchArticle() {
  return (
    <EmptyState
      scene="seek"
      title={words.missing}
      action={
        <Link to="/help" className={buttonClass('outline')}>
          {words.all}
        </Link>
      }
    >
      {words.missingText}
    </EmptyState>
  )
}
