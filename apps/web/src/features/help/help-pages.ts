/** The pages of the help centre, in one chunk. */
export { ArticlePage } from './article-page.tsx'
export { HelpCentre } from './help-centre.tsx'
export { McpHelp } from './mcp-help.tsx'
