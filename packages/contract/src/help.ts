/** The help centre: the same articles that the guide searches (docs/rules/guide.md#answers). */
import * as z from 'zod/mini'
import { route } from './route.ts'

/** The two parts of the help centre: getting started, and how things work. */
export const HELP_GROUPS = ['start', 'how'] as const
export const HelpGroup = z.enum(HELP_GROUPS)
export type HelpGroup = z.infer<typeof HelpGroup>

export const HelpArticle = z.object({
  /** Its path is `/help/{slug}`. */
  slug: z.string(),
  title: z.string(),
  group: HelpGroup,
  keywords: z.array(z.string()),
  /** The lead, without a heading, then a section per heading (with the anchor `anchorOf`). The texts are Markdown. */
  sections: z.array(
    z.object({
      heading: z.nullable(z.string()),
      text: z.string(),
      /** A screenshot, which the web app has in both themes. */
      picture: z.nullable(z.object({ name: z.string(), alt: z.string() })),
    }),
  ),
})
export type HelpArticle = z.infer<typeof HelpArticle>

export const helpRoutes = {
  articles: route({
    method: 'GET',
    path: '/api/help/articles',
    access: 'public',
    summary: 'The help articles, in the order of the help centre',
    answer: z.object({ articles: z.array(HelpArticle) }),
  }),
}
