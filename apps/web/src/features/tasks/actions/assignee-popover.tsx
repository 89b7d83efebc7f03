import { Check, CircleDashed } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskActions as words } from '../../../strings/task-actions.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/input.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { avatarKind } from '../../messages/index.ts'
import { useRoster } from '../../spaces/index.ts'
import { assigneeOptions, type Assignee, type AssigneeOption } from './assignees.ts'
import { useTaskViewer } from './rights.ts'

interface Props {
  trigger: ReactNode
  value: Assignee | null
  onChoose: (to: Assignee | null) => void
}

/** The picker, from its first opening on. */
export function AssigneePopover({ trigger, value, onChoose }: Props) {
  const [isOpen, setOpen] = useState(true)

  function choose(to: Assignee | null) {
    setOpen(false)
    if (to?.id !== value?.id) onChoose(to)
  }

  return (
    <Popover
      trigger={trigger}
      label={words.assignee}
      className="w-64 p-2"
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Options value={value} onChoose={choose} />
    </Popover>
  )
}

/** Mounted on each opening, so that its search starts empty. */
function Options({ value, onChoose }: Omit<Props, 'trigger'>) {
  const { spaceId } = useSignedIn()
  const { items, error } = useRoster(spaceId)
  const { ownAgentIds } = useTaskViewer()
  const [search, setSearch] = useState('')
  /** Null: the current assignee. */
  const [active, setActive] = useState<number | null>(null)
  const id = useId()
  const found = assigneeOptions(items ?? [], ownAgentIds, search)
  const options: readonly (AssigneeOption | null)[] = search.trim() === '' ? [null, ...found] : found
  const chosenAt = options.findIndex((option) => (option?.id ?? null) === (value?.id ?? null))
  const at = Math.min(active ?? Math.max(0, chosenAt), options.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      const next = (at + step + options.length) % options.length
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // keeps the event from the surrounding form
      event.preventDefault()
      const chosen = options[at]
      if (chosen !== undefined) onChoose(chosen)
    }
  }

  return (
    <>
      <Input
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-label={words.findSomebody}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        placeholder={words.findSomebody}
        autoComplete="off"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(0)
        }}
        onKeyDown={move}
        className="h-8! text-sm! touch:h-10! touch:text-[1rem]!"
      />
      <div
        id={id}
        role="listbox"
        aria-label={words.assignee}
        className="mt-1.5 flex max-h-88 min-h-0 flex-col overflow-y-auto"
      >
        {options.map((option, index) => (
          <div key={option?.id ?? ''} role="presentation">
            {option !== null && option.group !== options[index - 1]?.group && (
              <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                {words[option.group]}
              </p>
            )}
            <Option
              id={optionId(index)}
              option={option}
              isActive={index === at}
              isChosen={(option?.id ?? null) === (value?.id ?? null)}
              onClick={() => onChoose(option)}
            />
          </div>
        ))}
      </div>
      {items !== undefined && options.length === 0 && (
        <p role="status" className="px-2 py-1.5 text-sm text-ink-3">
          {words.nobodyFound}
        </p>
      )}
      {items === undefined && (
        <p role="status" className="px-2 py-1.5 text-sm text-ink-3">
          {error ? words.rosterFailed : words.rosterLoading}
        </p>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  option: AssigneeOption | null
  isActive: boolean
  isChosen: boolean
  onClick: () => void
}

function Option({ id, option, isActive, isChosen, onClick }: OptionProps) {
  return (
    // the keys are handled by the field, which keeps the focus
    <button
      type="button"
      role="option"
      id={id}
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cx(
        'flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-[8px] px-2 text-start text-sm select-none hover:bg-sunken touch:min-h-10 dark:hover:bg-line',
        isActive && 'bg-sunken dark:bg-line',
      )}
    >
      {option === null ? (
        <CircleDashed size={18} aria-hidden="true" className="text-ink-3" />
      ) : (
        <Avatar username={option.username} kind={avatarKind(option.username, option.type)} size={18} />
      )}
      <span dir="auto" className="truncate">
        {option?.username ?? words.nobody}
      </span>
      {option?.name && <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{option.name}</span>}
      {isChosen && <Check size={16} aria-hidden="true" className="ms-auto shrink-0 text-spruce" />}
    </button>
  )
}
