import { lazyPart } from '../../../ui/lazy-part.tsx'

/** What stands under the field, in chunks of its own: one writes before one reaches for it. */
export const ToolsPart = lazyPart(async () => (await import('./tools.tsx')).Tools)
export const QuickMentionsPart = lazyPart(
  async () => (await import('./quick-mentions/bar.tsx')).QuickMentions,
)
