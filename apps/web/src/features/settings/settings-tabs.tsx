import {
  AppWindow,
  Bell,
  Database,
  Keyboard,
  MessageSquare,
  MonitorSmartphone,
  UserRound,
} from 'lucide-react'
import * as RadixTabs from 'radix-ui/tabs'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { settings as words } from '../../strings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { AppsSection } from './apps-section.tsx'
import { DataSection } from './data-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SECTIONS, type SettingsSection } from './sections.ts'
import { ShortcutsSection } from './shortcuts-section.tsx'

const PARTS: Record<SettingsSection, { icon: ReactNode; Content: ComponentType }> = {
  profile: { icon: <UserRound size={17} aria-hidden="true" />, Content: ProfileSection },
  devices: { icon: <MonitorSmartphone size={17} aria-hidden="true" />, Content: DevicesSection },
  apps: { icon: <AppWindow size={17} aria-hidden="true" />, Content: AppsSection },
  messages: { icon: <MessageSquare size={17} aria-hidden="true" />, Content: MessagesSection },
  notifications: { icon: <Bell size={17} aria-hidden="true" />, Content: NotificationsSection },
  shortcuts: { icon: <Keyboard size={17} aria-hidden="true" />, Content: ShortcutsSection },
  data: { icon: <Database size={17} aria-hidden="true" />, Content: DataSection },
}

interface Props {
  section: SettingsSection
  onSection: (section: SettingsSection) => void
}

/** The sections: a list on the left, on a phone a row that scrolls horizontally. */
export function SettingsTabs({ section, onSection }: Props) {
  const isPhone = useMediaQuery(MOBILE)
  const list = useRef<HTMLDivElement>(null)
  // once visited, a section stays mounted with what was typed in it
  const [visited, setVisited] = useState<ReadonlySet<SettingsSection>>(new Set([section]))
  if (!visited.has(section)) setVisited(new Set([...visited, section]))

  useEffect(() => {
    list.current
      ?.querySelector('[data-state="active"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section, isPhone])

  return (
    <RadixTabs.Root
      value={section}
      onValueChange={(value) => {
        const next = SECTIONS.find((candidate) => candidate === value)
        if (next) onSection(next)
      }}
      orientation={isPhone ? 'horizontal' : 'vertical'}
      className="md:-mb-6 md:grid md:h-[min(38rem,calc(85dvh-5rem))] md:grid-cols-[10.5rem_minmax(0,1fr)] md:gap-7"
    >
      <RadixTabs.List
        ref={list}
        aria-label={words.title}
        className={cx(
          'flex gap-1 md:flex-col md:gap-0.5 md:overflow-y-auto',
          'max-md:sticky max-md:-top-1 max-md:z-10 max-md:-mx-5 max-md:overflow-x-auto max-md:bg-raised max-md:px-3 max-md:shadow-[inset_0_-1px_0_var(--line)] max-md:[scrollbar-width:none]',
        )}
      >
        {SECTIONS.map((name) => (
          <RadixTabs.Trigger
            key={name}
            value={name}
            {...(name === section && { 'data-initial-focus': '' })}
            className={cx(
              'focus-inset flex shrink-0 items-center gap-2.5 px-2.5 text-left text-nav font-medium text-ink-2 transition-colors hover:text-ink',
              'max-md:h-11 max-md:border-b-2 max-md:border-transparent max-md:data-[state=active]:border-spruce max-md:data-[state=active]:text-ink',
              'md:h-9 md:rounded-control md:hover:bg-sunken md:data-[state=active]:bg-spruce-soft md:data-[state=active]:text-spruce md:dark:hover:bg-line touch:md:h-10',
            )}
          >
            <span className="max-md:hidden">{PARTS[name].icon}</span>
            {words.sections[name]}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {SECTIONS.filter((name) => visited.has(name)).map((name) => {
        const { Content } = PARTS[name]
        return (
          <RadixTabs.Content
            key={name}
            value={name}
            forceMount
            className="focus-inset min-w-0 rounded-control data-[state=inactive]:hidden max-md:pt-5 md:-mr-6 md:overflow-y-auto md:pt-1 md:pr-6 md:pb-6 md:pl-1"
          >
            <Content />
          </RadixTabs.Content>
        )
      })}
    </RadixTabs.Root>
  )
}
