import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import Combobox from '@github/combobox-nav'
import { Hash } from 'lucide-react'
import * as RadixPopover from 'radix-ui/popover'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useFloatingLayer } from '../../../ui/floating-layer.ts'
import { isIdea, statusName, StatusGlyph } from '../../task-refs/index.ts'
import { avatarKind } from '../context/author.ts'
import { caretRect } from './caret-rect.ts'
import type { Trigger } from './completion.ts'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'

const words = strings.messages
const LABELS = { mention: words.people, topic: words.topics, task: words.tasks } as const

interface Props {
  spaceId: string
  field: RefObject<HTMLTextAreaElement | null>
  trigger: Trigger
  onChoose: (name: string) => void
  onClose: () => void
}

/**
 * Suggested names, above the caret's line. The focus stays in the textarea: the arrow keys move through the list, Enter
 * and Tab choose the selected one, which is the first at the beginning.
 */
export function CompletionList({ spaceId, field, trigger, onChoose, onClose }: Props) {
  const layer = useFloatingLayer()
  const suggestions = useSuggestions(spaceId, trigger)
  const [list, setList] = useState<HTMLDivElement | null>(null)
  const combobox = useRef<Combobox | null>(null)
  const { kind, start } = trigger
  const anchor = {
    current: {
      getBoundingClientRect: () => (field.current ? caretRect(field.current, start) : new DOMRect()),
      // the list follows this element's position: on a phone the chips appear below it on focus
      get contextElement() {
        return field.current ?? undefined
      },
    },
  }

  useEffect(() => {
    const textarea = field.current
    if (!list || !textarea) return
    const created = new Combobox(textarea, list, { firstOptionSelectionMode: 'selected' })
    created.start()
    combobox.current = created
    // past either end nothing is selected: continue at the other end
    const wrap = ({ key }: KeyboardEvent) => {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
      if (step !== null && !list.querySelector('[aria-selected="true"]')) created.navigate(step)
    }
    textarea.addEventListener('keydown', wrap)
    return () => {
      textarea.removeEventListener('keydown', wrap)
      created.destroy()
      combobox.current = null
    }
  }, [list, field])

  useEffect(() => combobox.current?.resetSelection(), [suggestions])

  if (suggestions.length === 0) return null
  return (
    <RadixPopover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          asChild
          side="top"
          align="start"
          sideOffset={6}
          alignOffset={-12}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === field.current) event.preventDefault()
          }}
        >
          <div
            ref={setList}
            role="listbox"
            tabIndex={-1}
            aria-label={LABELS[kind]}
            // the textarea keeps the focus
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            className={`${layer} w-80 max-w-[calc(100vw-16px)] animate-pop-in rounded-panel bg-raised p-1.5 text-ink shadow-2`}
          >
            {suggestions.map((suggestion) => (
              <Option key={suggestion.name} onClick={() => onChoose(suggestion.name)}>
                <Row suggestion={suggestion} />
              </Option>
            ))}
          </div>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

function Option({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="option"
      // set by the combobox library
      aria-selected={false}
      tabIndex={-1}
      onClick={onClick}
      className="flex h-9 w-full text-start cursor-pointer items-center gap-2.5 rounded-[8px] px-2 text-sm select-none hover:bg-sunken aria-selected:bg-spruce-soft aria-selected:text-spruce dark:hover:bg-line dark:aria-selected:bg-spruce-soft"
    >
      {children}
    </button>
  )
}

function Row({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'topic') {
    return (
      <>
        <Hash size={15} aria-hidden="true" className="text-egg" />
        <span className="min-w-0 flex-1 truncate font-medium">{suggestion.name}</span>
        <span className="text-xs text-ink-3">{words.timesUsed(suggestion.count)}</span>
      </>
    )
  }
  if (suggestion.kind === 'task') {
    const { task } = suggestion
    return (
      <>
        <StatusGlyph status={task.status} isIdea={isIdea(task)} />
        <span className="shrink-0 font-mono text-xs text-ink-3">{task.display_id}</span>{' '}
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {task.title}
        </span>{' '}
        <span className="shrink-0 text-xs text-ink-3">{statusName(task)}</span>
      </>
    )
  }
  const { handle, type, display_name, team_name } = suggestion.item
  const typeName = handle === GUIDE_HANDLE ? words.guide : type === 'agent' ? words.agentType : words.person
  return (
    <>
      <Avatar username={handle} kind={avatarKind(handle, type)} size={22} />
      <span className="truncate font-medium">{handle}</span>
      {display_name.toLowerCase() !== handle && (
        <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{display_name}</span>
      )}
      <span className="ms-auto shrink-0 text-xs text-ink-3">
        {team_name === null ? typeName : `${typeName} · ${team_name}`}
      </span>
    </>
  )
}
