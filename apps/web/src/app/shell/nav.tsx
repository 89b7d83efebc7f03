import { Link } from '@tanstack/react-router'
import { Bot, Layers, ListChecks, MessageCircle, Plus, Search, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { strings } from '../../strings.ts'
import { cx } from '../../ui/cx.ts'
import { TABS, type Tab, type TabName } from '../navigation/tabs.ts'

const ICONS: Record<TabName, ReactNode> = {
  messages: <MessageCircle size={17} aria-hidden="true" />,
  tasks: <ListChecks size={17} aria-hidden="true" />,
  agents: <Bot size={17} aria-hidden="true" />,
  search: <Search size={17} aria-hidden="true" />,
  spaces: <Layers size={17} aria-hidden="true" />,
  register: <Plus size={17} aria-hidden="true" />,
  admin: <ShieldCheck size={17} aria-hidden="true" />,
}

interface Props {
  current: TabName | null
  isAdmin: boolean
  /** Icons only, with the names as tooltips. */
  isCollapsed?: boolean
  onNavigate?: () => void
}

/** The tabs; Admin is for admins. */
export function Nav({ current, isAdmin, isCollapsed = false, onNavigate }: Props) {
  const tabs = TABS.filter(({ name }) => name !== 'admin' || isAdmin)
  return (
    <nav aria-label={strings.shell.navigation}>
      <ul className="flex flex-col gap-0.5">
        {tabs.map((tab) => (
          <li key={tab.name} className={tab.name === 'register' ? 'my-2' : undefined}>
            <NavRow
              tab={tab}
              isCurrent={tab.name === current}
              isCollapsed={isCollapsed}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RowProps {
  tab: Tab
  isCurrent: boolean
  isCollapsed: boolean
  onNavigate: (() => void) | undefined
}

function NavRow({ tab, isCurrent, isCollapsed, onNavigate }: RowProps) {
  const label = strings.shell.tabs[tab.name]
  const isDashed = tab.name === 'register' && !isCurrent
  return (
    <Link
      to={tab.path}
      onClick={onNavigate}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isCollapsed && { 'aria-label': label, 'data-tip': label })}
      className={cx(
        'flex h-9 items-center rounded-control border text-nav font-medium transition-colors touch:h-10',
        isCollapsed ? 'justify-center' : 'gap-2.5 px-2.5',
        isCurrent
          ? 'border-transparent bg-surface text-ink shadow-1 dark:bg-raised [&_svg]:text-spruce'
          : 'text-ink-2 hover:bg-line/60 hover:text-ink',
        !isCurrent && (isDashed ? 'border-dashed border-line-strong/70' : 'border-transparent'),
      )}
    >
      {ICONS[tab.name]}
      {!isCollapsed && label}
    </Link>
  )
}
