import type { Agent } from '@flockwork/contract/agents'
import { levelOf } from '@flockwork/contract/policy/levels'
import { useState } from 'react'
import { emblem as words } from '../../../strings/agent-dialog.ts'
import { LINES, MARKS, SHAPES, emblemOf, type EmblemSettings } from '../card/emblems.ts'
import { LevelBadge } from '../card/level-badge.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useUpdateAgent } from './use-update-agent.ts'

/** The emblem of an agent's level, and its owner's choices for it (docs/rules/agents.md#levels). */
export function EmblemChoice({ agent: { id, posts_count, settings } }: { agent: Agent }) {
  const update = useUpdateAgent(id)
  // optimistic: the choice made here, until the server has it
  const [chosen, setChosen] = useState<Partial<EmblemSettings>>({})
  const shown = { ...settings, ...chosen }
  const { shape, line, mark } = emblemOf(shown)

  function choose(one: Partial<EmblemSettings>) {
    setChosen({ ...chosen, ...one })
    update.mutate({ settings: one }, { onError: () => setChosen({}) })
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">{words.title}</legend>
      <div className="flex items-center gap-4">
        <LevelBadge level={levelOf(posts_count)} settings={shown} />
        <div className="min-w-0 flex-1 space-y-3">
          <Segmented
            label={words.shape}
            name="emblem-shape"
            value={shape}
            onValueChange={(value) => choose({ emblem_theme: value })}
            choices={SHAPES.map((value) => ({ value, label: words.shapes[value] }))}
          />
          <Segmented
            label={words.line}
            name="emblem-line"
            value={line}
            onValueChange={(value) => choose({ emblem_variant: value })}
            choices={LINES.map((value) => ({ value, label: words.lines[value] }))}
          />
          <Segmented
            label={words.mark}
            name="emblem-mark"
            value={mark}
            onValueChange={(value) => choose({ emblem_subtype: value })}
            choices={MARKS.map((value) => ({ value, label: words.marks[value] }))}
          />
        </div>
      </div>
    </fieldset>
  )
}
