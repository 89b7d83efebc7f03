import { useId } from 'react'
import type { ReactNode } from 'react'
import { filterWords as words } from '../../../strings/filter.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { COPY_LAST } from './copied-text.ts'
import type { Copying } from './copy-menu.tsx'
import { isFiltering, NO_FILTER, withSelected, type FilterState } from './filter-state.ts'
import { NAME_FILTERS } from './name-filters.tsx'
import { TIME_RANGES } from './time-range.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  spaceId: string
  feedId: string
  filter: FilterState
  onFilter: (filter: FilterState) => void
  hasTimeRange: boolean
  copying: Copying
}

/** The filters on a small screen. */
export function FilterSheet(props: Props) {
  const { isOpen, onClose, spaceId, feedId, filter, onFilter, hasTimeRange, copying } = props
  const change = (next: Partial<FilterState>) => onFilter({ ...filter, ...next })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={words.filters}
      size="sm"
      phone="sheet"
      footer={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button variant="quiet" disabled={!isFiltering(filter)} onClick={() => onFilter(NO_FILTER)}>
            {words.clearAll}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Switch
          label={words.mentionsOnly}
          hint={words.mentionsHint}
          checked={filter.showOnlyMentions}
          onCheckedChange={(showOnlyMentions) => change({ showOnlyMentions })}
        />
        {hasTimeRange && <TimeChoices filter={filter} onChange={change} />}
        {NAME_FILTERS.map(({ label, key, Choices }) => (
          <Group key={key} title={label}>
            <Choices
              spaceId={spaceId}
              feedId={feedId}
              selected={filter[key]}
              onSelect={(names) => onFilter(withSelected(filter, key, names))}
            />
          </Group>
        ))}
        <Group title={words.copyMenu}>
          <div className="flex flex-wrap gap-2">
            <Button size="chip" onClick={() => copying.copy()}>
              {words.copyVisible}
            </Button>
            {COPY_LAST.map((count) => (
              <Button key={count} size="chip" onClick={() => copying.copy(count)}>
                {words.copyLast(count)}
              </Button>
            ))}
          </div>
        </Group>
      </div>
    </Dialog>
  )
}

function TimeChoices({
  filter,
  onChange,
}: {
  filter: FilterState
  onChange: (next: Partial<FilterState>) => void
}) {
  const name = useId()
  return (
    <Group title={words.time}>
      <div role="radiogroup" aria-label={words.time} className="flex flex-wrap gap-2">
        {TIME_RANGES.map((range) => (
          <label
            key={range}
            className="relative inline-flex h-8 cursor-pointer items-center rounded-control border border-line px-3 text-sm font-medium text-ink-2 select-none has-checked:border-spruce has-checked:bg-spruce-soft has-checked:text-spruce has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-egg touch:h-10 dark:border-line-strong/60"
          >
            <input
              type="radio"
              name={name}
              checked={filter.timeRange === range}
              onChange={() => onChange({ timeRange: range })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {range === 'all' ? words.allTime : range}
          </label>
        ))}
      </div>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-base font-medium">{title}</h3>
      {children}
    </section>
  )
}
