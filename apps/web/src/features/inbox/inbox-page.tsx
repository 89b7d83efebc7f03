import { Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { inbox as words } from '../../strings/inbox.ts'
import { strings } from '../../strings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { InboxList } from './inbox-list.tsx'
import type { InboxTab } from './use-inbox.ts'
import { useMarking } from './use-marking.ts'
import { useUnread } from './use-unread.ts'

/** What is addressed to the user in all their spaces (docs/rules/deliveries.md#inbox). */
export function InboxPage() {
  const [tab, setTab] = useState<InboxTab>('unread')
  const unread = useUnread()
  const marking = useMarking()

  return (
    <div className="relative mx-auto max-w-180 px-4 py-4 md:px-6">
      {(unread > 0 || marking.isMarkingAll) && (
        <div className="absolute top-4 right-4 flex h-10 items-center md:right-6">
          <Button
            variant="quiet"
            size="chip"
            icon={<CheckCheck size={16} aria-hidden="true" />}
            busy={marking.isMarkingAll}
            onClick={marking.markAll}
          >
            {words.markAllRead}
          </Button>
        </div>
      )}
      <Tabs
        label={words.tabs}
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'unread',
            label: words.unread,
            aside: <CountBadge count={unread} />,
            content: <InboxList tab="unread" onOpen={marking.markRead} />,
          },
          { value: 'all', label: words.all, content: <InboxList tab="all" onOpen={marking.markRead} /> },
        ]}
      />
      <p className="flex justify-center py-6">
        <Link to="/catch-up" className={buttonClass('quiet', 'chip')}>
          {strings.shell.tabs.catchUp}
        </Link>
      </p>
    </div>
  )
}
