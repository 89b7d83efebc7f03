/** The pages of the help centre, fetched together. */
export { ArticlePage } from './article-page.tsx'
export { HelpCentre } from './help-centre.tsx'
export { McpHelp } from './mcp-help.tsx'
