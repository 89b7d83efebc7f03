import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSpacesWithUnread } from '../../features/spaces/index.ts'
import { loadAttentionCount } from '../../features/tasks/index.ts'
import { strings } from '../../strings.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { cx } from '../../ui/cx.ts'
import { TAB_ICONS } from '../navigation/tab-icons.tsx'
import { TABS, type Tab, type TabName } from '../navigation/tabs.ts'

const AttentionCount = lazy(async () => ({ default: (await loadAttentionCount()).AttentionCount }))
/** After the first page has loaded. */
const SETTLED_MS = 3_000

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
      {...(isCollapsed && { 'data-tip': label })}
      className={cx(
        'flex h-9 items-center rounded-control border text-nav font-medium transition-colors touch:h-10',
        isCollapsed ? 'relative justify-center' : 'gap-2.5 px-2.5',
        isCurrent
          ? 'border-transparent bg-surface text-ink shadow-1 dark:bg-raised [&_svg]:text-spruce'
          : 'text-ink-2 hover:bg-line/60 hover:text-ink',
        !isCurrent && (isDashed ? 'border-dashed border-line-strong' : 'border-transparent'),
      )}
    >
      {TAB_ICONS[tab.name]}
      {isCollapsed ? <span className="sr-only">{label}</span> : label}
      {!isCollapsed && tab.name === 'tasks' && <NeedingAttention isCurrent={isCurrent} />}
      {tab.name === 'messages' && <UnreadMessages isCollapsed={isCollapsed} />}
    </Link>
  )
}

/** The current space's unread count. */
function UnreadMessages({ isCollapsed }: { isCollapsed: boolean }) {
  const unread = useSpacesWithUnread().current?.mine?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={isCollapsed ? 'absolute -top-0.5 left-1/2 flex' : 'ms-auto flex'}>
      <span aria-hidden="true" className="flex">
        <CountBadge count={unread} />
      </span>
      <span className="sr-only">{strings.shell.unread(unread)}</span>
    </span>
  )
}

/** How many tasks need attention. Optional: nothing waits for it. */
function NeedingAttention({ isCurrent }: { isCurrent: boolean }) {
  const [isSettled, setSettled] = useState(() => performance.now() > SETTLED_MS)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSettled && !isCurrent) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <AttentionCount />
      </Suspense>
    </ErrorBoundary>
  )
}
