import { HELP_GROUPS, helpRoutes, type HelpArticle } from '@flockwork/contract/help'
import { useQuery } from '@tanstack/react-query'
import { asRecord } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { readJson } from '../../storage/safe-storage.ts'

export interface Articles {
  /** In the order of the help centre; undefined while loading. */
  articles: readonly HelpArticle[] | undefined
  isLoading: boolean
  /** The request failed, and nothing is cached. */
  isMissing: boolean
  retry: () => void
}

/** The help articles: cached ones at once, then fresh ones. Stored in this browser, so that they work offline. */
export function useArticles(): Articles {
  const services = useServices()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['help'],
    queryFn: () => fetchArticles(services),
    initialData: () => keptArticles(services),
    // cached articles show at once and are refetched
    initialDataUpdatedAt: 0,
    // offline too: only then is it known that they are unavailable
    networkMode: 'always',
  })
  return {
    articles: data,
    isLoading: isPending,
    isMissing: isError && data === undefined,
    retry: () => void refetch(),
  }
}

async function fetchArticles({ api, keys, storage }: AppServices): Promise<readonly HelpArticle[]> {
  const answer = await api.call(helpRoutes.articles, {})
  storage.set(keys.in('help_v2'), JSON.stringify(answer))
  return answer.articles
}

function keptArticles({ keys, storage }: AppServices): readonly HelpArticle[] | undefined {
  const articles = asRecord(readJson(storage, keys.in('help_v2')))?.['articles']
  return Array.isArray(articles) && articles.every(isArticle) ? articles : undefined
}

/** Storage may contain anything, such as another version's data. */
function isArticle(value: unknown): value is HelpArticle {
  const fields = asRecord(value)
  return (
    typeof fields?.['slug'] === 'string' &&
    typeof fields['title'] === 'string' &&
    HELP_GROUPS.some((group) => group === fields['group']) &&
    Array.isArray(fields['keywords']) &&
    Array.isArray(fields['sections']) &&
    fields['sections'].every(isSection)
  )
}

function isSection(value: unknown): boolean {
  const fields = asRecord(value)
  return typeof fields?.['text'] === 'string' && 'picture' in fields
}
