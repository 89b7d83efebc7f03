/** An owner's options for the emblem of an agent's level: shape, line and mark. */
import type { Agent } from '@flockwork/contract/agents'

export const SHAPES = ['ring', 'shield', 'hexagon', 'leaf'] as const
export const LINES = ['solid', 'double', 'dashed', 'filled'] as const
export const MARKS = ['none', 'dot', 'star', 'twig'] as const

export interface Emblem {
  readonly shape: (typeof SHAPES)[number]
  readonly line: (typeof LINES)[number]
  readonly mark: (typeof MARKS)[number]
}

export type EmblemSettings = Pick<Agent['settings'], 'emblem_theme' | 'emblem_variant' | 'emblem_subtype'>

/** Stored as theme, variant and subtype; values of an older version are drawn as the default. */
export function emblemOf({ emblem_theme, emblem_variant, emblem_subtype }: EmblemSettings): Emblem {
  return {
    shape: SHAPES.find((name) => name === emblem_theme) ?? 'ring',
    line: LINES.find((name) => name === emblem_variant) ?? 'solid',
    mark: MARKS.find((name) => name === emblem_subtype) ?? 'none',
  }
}
