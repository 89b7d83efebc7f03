import { Link } from '@tanstack/react-router'
import { Bird, ClipboardList, MessagesSquare, Plug, SmilePlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { requestDemo } from '../../features/messages/index.ts'
import { help as words } from '../../strings/help.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { setLetterShortcuts, useLetterShortcuts } from '../../ui/letter-shortcuts.ts'
import { Switch } from '../../ui/switch.tsx'
import { TABS, tabOf } from '../navigation/tabs.ts'

/** Common tasks, and where they are. */
const QUICK_ACTIONS = [
  { does: words.actions.send, path: '/' },
  { does: words.actions.create, path: '/register' },
  { does: words.actions.agents, path: '/agents' },
  { does: words.actions.tasks, path: '/tasks' },
  { does: words.actions.search, path: '/search' },
  { does: words.actions.start, path: '/help' },
  { does: words.actions.mcp, path: '/help/mcp' },
] as const

/** The demos; null for the first one. */
const DEMOS = [
  { does: words.demo.agents, hint: words.demo.agentsHint, icon: Bird, scenario: null },
  {
    does: words.demo.conversation,
    hint: words.demo.conversationHint,
    icon: MessagesSquare,
    scenario: 'conversation',
  },
  { does: words.demo.notes, hint: words.demo.notesHint, icon: ClipboardList, scenario: 'notes' },
  { does: words.demo.mcp, hint: words.demo.mcpHint, icon: Plug, path: '/help/mcp' },
  { does: words.demo.reactions, hint: words.demo.reactionsHint, icon: SmilePlus, scenario: 'reactions' },
  { does: words.demo.team, hint: words.demo.teamHint, icon: Users, scenario: 'team' },
] as const

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Quick actions, demos and keyboard shortcuts. */
export function HelpDialog({ open, onOpenChange }: Props) {
  const areLettersOn = useLetterShortcuts()
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title} description={words.tip} size="lg">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <section aria-labelledby="help-actions">
          <h3 id="help-actions" className="pt-1 pb-1.5 text-sm font-semibold text-ink-2">
            {words.quickActions}
          </h3>
          <ul>
            {QUICK_ACTIONS.map(({ does, path }) => (
              <li key={path}>
                <QuickAction does={does} path={path} onDone={close} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="help-demos">
          <h3 id="help-demos" className="pt-1 pb-1.5 text-sm font-semibold text-ink-2">
            {words.demos}
          </h3>
          <ul>
            {DEMOS.map((demo) => (
              <li key={demo.does}>
                <DemoStart demo={demo} onDone={close} />
              </li>
            ))}
          </ul>
          <p className="mt-1.5 text-xs text-ink-3">{words.demosHint}</p>
        </section>
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-5 border-t border-line pt-4 no-keyboard:hidden md:grid-cols-2">
        <div className="flex flex-col gap-y-5">
          <KeyList id="help-keys" title={words.keys} rows={words.everywhere} />
          <KeyList id="help-task-keys" title={words.inTasks} rows={words.taskKeys} />
        </div>
        <KeyList id="help-message-keys" title={words.inMessages} rows={words.messageKeys} />
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <Switch
          checked={areLettersOn}
          onCheckedChange={setLetterShortcuts}
          label={words.letters}
          hint={words.lettersHint}
        />
      </div>
    </Dialog>
  )
}

interface ActionProps {
  does: string
  path: (typeof QUICK_ACTIONS)[number]['path']
  onDone: () => void
}

function QuickAction({ does, path, onDone }: ActionProps) {
  const tab = tabOf(path)
  const letter = TABS.find(({ name }) => name === tab)?.letter
  return (
    <Link
      to={path}
      onClick={onDone}
      className="-mx-2 flex h-9 items-center justify-between gap-3 rounded-control px-2 text-base text-ink transition-colors hover:bg-sunken touch:h-10 dark:hover:bg-line"
    >
      <span>
        {does} <span className="text-sm text-ink-3">({path})</span>
      </span>
      {letter && <Keys keys={['g', letter]} between={words.keyThenKey} />}
    </Link>
  )
}

interface DemoStartProps {
  demo: (typeof DEMOS)[number]
  onDone: () => void
}

/** Starts a demo; one that can't be played links to its article. */
function DemoStart({ demo, onDone }: DemoStartProps) {
  const { does, hint, icon: Icon } = demo
  const look =
    '-mx-2 flex w-[calc(100%+1rem)] items-start gap-3 rounded-control px-2 py-1.5 text-start transition-colors hover:bg-sunken touch:min-h-10 dark:hover:bg-line'
  const text: ReactNode = (
    <>
      <Icon size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-2" />
      <span className="min-w-0">
        <span className="block text-base text-ink">{does}</span>
        <span className="block text-xs text-ink-3">{hint}</span>
      </span>
    </>
  )
  if ('path' in demo) {
    return (
      <Link to={demo.path} onClick={onDone} className={look}>
        {text}
      </Link>
    )
  }
  function start() {
    onDone()
    if ('scenario' in demo) requestDemo(demo.scenario)
  }
  return (
    <button type="button" onClick={start} className={look}>
      {text}
    </button>
  )
}

interface KeyListProps {
  id: string
  title: string
  rows: readonly { does: string; keys: readonly string[]; isSequence?: boolean }[]
}

function KeyList({ id, title, rows }: KeyListProps) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pt-1 pb-1.5 text-sm font-semibold text-ink-2">
        {title}
      </h3>
      <ul>
        {rows.map(({ does, keys, isSequence = false }) => (
          <li key={does} className="flex min-h-9 items-center justify-between gap-3 text-base">
            {does}
            <Keys keys={keys} {...(isSequence && { between: words.keyThenKey })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface KeysProps {
  keys: readonly string[]
  /** The word between the keys. */
  between?: string
}

function Keys({ keys, between }: KeysProps) {
  return (
    <span className="flex items-center gap-1 text-xs text-ink-3 no-keyboard:hidden">
      {keys.map((key, index) => (
        <span key={key} className="flex items-center gap-1">
          {index > 0 && between}
          <Kbd>{key}</Kbd>
        </span>
      ))}
    </span>
  )
}
