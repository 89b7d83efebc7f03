/** The look of an agent's level badge (docs/rules/agents.md#levels), as stored in `agents.settings`. */
export interface Emblem {
  readonly emblem_theme: string | null
  readonly emblem_variant: string | null
  readonly emblem_subtype: string | null
}

export function readEmblem(settings: unknown): Emblem {
  const given: Partial<Record<keyof Emblem, unknown>> =
    typeof settings === 'object' && settings !== null ? settings : {}
  return {
    emblem_theme: textOrNull(given.emblem_theme),
    emblem_variant: textOrNull(given.emblem_variant),
    emblem_subtype: textOrNull(given.emblem_subtype),
  }
}

/** Null clears a field, absent leaves it. */
export type EmblemInput = { readonly [Name in keyof Emblem]?: string | null | undefined }

export function withEmblem(settings: unknown, input: EmblemInput): Emblem {
  const { emblem_theme: theme, emblem_variant: variant, emblem_subtype: subtype } = readEmblem(settings)
  return {
    emblem_theme: input.emblem_theme === undefined ? theme : input.emblem_theme,
    emblem_variant: input.emblem_variant === undefined ? variant : input.emblem_variant,
    emblem_subtype: input.emblem_subtype === undefined ? subtype : input.emblem_subtype,
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
