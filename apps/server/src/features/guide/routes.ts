import { helpRoutes } from '@flockwork/contract/help'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { presentArticles, type Article } from './articles.ts'
import { askGuide } from './helpbot.ts'
import { createSearch } from './search.ts'

interface HelpServices {
  readonly db: Db
  readonly clock: Clock
  readonly guideId: string
  readonly articles: readonly Article[]
  /** The URL of this instance, for the examples in the articles. */
  readonly publicUrl: () => string
}

export function guideApi(api: Api, services: HelpServices): void {
  const { articles, publicUrl } = services
  const search = createSearch(articles)
  mount(api, helpRoutes.articles, async () => ({ articles: presentArticles(articles, publicUrl()) }))
  mount(api, onboardingRoutes.helpbot, ({ actor, body }) => askGuide(services, search, actor, body.text))
}
