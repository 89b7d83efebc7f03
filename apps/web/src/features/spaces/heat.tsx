import { activityHeat, type ActivityHeat } from '@flockwork/contract/policy/activity'
import type { Activity } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { cx } from '../../ui/cx.ts'

const STROKES = [0, 1, 2, 3]

const LOOKS: Record<ActivityHeat, { strokes: number; tone: string }> = {
  hot: { strokes: 4, tone: 'text-ember' },
  active: { strokes: 3, tone: 'text-moss' },
  warming: { strokes: 2, tone: 'text-straw' },
  fresh: { strokes: 1, tone: 'text-line-strong' },
}

/** A space's activity: four feathers, filled by level, and the level's label. */
export function Heat({ activity }: { activity: Activity }) {
  const heat = activityHeat(activity)
  const { strokes, tone } = LOOKS[heat]
  const word = words.heat[heat]
  return (
    <span className="inline-flex items-center gap-2" data-tip={words.heatOf(word, activity.score)}>
      <svg viewBox="0 0 38 16" width="38" height="16" aria-hidden="true" className="shrink-0">
        {STROKES.map((stroke) => (
          <path
            key={stroke}
            transform={`translate(${stroke * 9.5} 0)`}
            d="M1.2 15.4C.3 8.6 2.4 2.8 7.6.6c1.1 5.6-.7 10.6-5 12.4l-.5 2.4Z"
            fill="currentColor"
            className={stroke < strokes ? tone : 'text-line'}
          />
        ))}
      </svg>
      <span className={cx('text-sm font-medium', heat === 'fresh' ? 'text-ink-3' : tone)}>{word}</span>
    </span>
  )
}
