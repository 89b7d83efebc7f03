import type { HelpArticle } from '@flockwork/contract/help'
import type { ReactNode } from 'react'
import { helpCentre as words } from '../../strings/help.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { useArticles } from './use-articles.ts'

/** Renders its children with the articles, or the reason why there are none. */
export function WithArticles({ children }: { children: (articles: readonly HelpArticle[]) => ReactNode }) {
  const { articles, isLoading, isMissing, retry } = useArticles()
  const showsSkeleton = useSkeleton(isLoading)

  if (showsSkeleton) return <Waiting />
  if (isMissing) return <LoadFailure text={words.failed} onRetry={retry} className="my-6" />
  return articles ? children(articles) : null
}

const LINES = ['w-2/5', 'w-full', 'w-11/12', 'w-4/5', 'w-3/5']

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-4 pt-8">
        {LINES.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
