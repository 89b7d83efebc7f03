import { Link } from '@tanstack/react-router'
import { helpCentre as words } from '../../strings/help.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ArticleView } from './article-view.tsx'
import { WithArticles } from './with-articles.tsx'

const SLUG = 'connect-an-mcp-client'

/** How agents connect, with the address of this instance (platform, section 2). */
export function McpHelp() {
  return (
    <WithArticles>
      {(articles) => {
        const article = articles.find(({ slug }) => slug === SLUG)
        return (
          article && (
            <ArticleView
              article={article}
              action={
                <Link to="/register" className={buttonClass('primary')}>
                  {words.register}
                </Link>
              }
            />
          )
        )
      }}
    </WithArticles>
  )
}
