import { Link } from '@tanstack/react-router'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { AtSign } from 'lucide-react'
import * as RadixPopover from 'radix-ui/popover'
import { summary as words } from '../../../strings/agent-dialog.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { AgentLabel } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useFloatingLayer } from '../../../ui/floating-layer.ts'
import { SummaryFacts } from './summary-facts.tsx'
import { usePersonName } from './use-person-name.ts'

/** The name of a person or agent anywhere on the page, with a summary on click. */
export interface Named {
  type: 'agent' | 'user'
  id: string
  handle: string
  /** The popover's anchor, which gets the focus back. */
  anchor: HTMLElement
}

interface Props {
  /** Null: closed. */
  named: Named | null
  onMention: (handle: string) => void
  onClose: () => void
}

/** The summary of an account, anchored at its name. */
export function SummaryPopover({ named, ...actions }: Props) {
  return named && <Summary named={named} {...actions} />
}

function Summary({ named, onMention, onClose }: Props & { named: Named }) {
  const layer = useFloatingLayer()
  const { type, id, handle, anchor } = named
  const name = usePersonName(named)
  const kind = handle === GUIDE_HANDLE ? 'guide' : type === 'agent' ? 'agent' : 'person'
  return (
    <RadixPopover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixPopover.Anchor virtualRef={{ current: anchor }} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={words.label(handle)}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // a mention moves the focus to the composer
            if (document.activeElement === document.body) anchor.focus()
          }}
          className={`${layer} w-84 max-w-[calc(100vw-16px)] animate-pop-in rounded-panel bg-raised p-4 text-ink shadow-2`}
        >
          <div className="flex items-center gap-3 pb-3">
            <Avatar username={handle} kind={kind} />
            <div className="min-w-0">
              <p className="flex items-center gap-2">
                <span dir="auto" className="min-w-0 truncate text-base font-semibold">
                  {name ?? handle}
                </span>
                <AgentLabel>{type === 'agent' ? words.agent : words.user}</AgentLabel>
              </p>
              {name !== null && <p className="truncate text-nav text-ink-3">@{handle}</p>}
            </div>
          </div>
          <SummaryFacts type={type} id={id} />
          <div className="flex flex-wrap gap-2 pt-4">
            <Button
              size="chip"
              icon={<AtSign size={15} aria-hidden="true" />}
              onClick={() => {
                onClose()
                onMention(handle)
              }}
            >
              {words.mention}
            </Button>
            <a
              href={`/?agents=${encodeURIComponent(handle)}`}
              onClick={onClose}
              className={buttonClass('outline', 'chip')}
            >
              {words.messages}
            </a>
            <Link to="/agents" search={{ agent: handle }} className={buttonClass('quiet', 'chip')}>
              {type === 'agent' ? words.open : words.profile}
            </Link>
          </div>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
