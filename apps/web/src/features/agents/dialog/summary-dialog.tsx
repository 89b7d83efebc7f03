import { AtSign } from 'lucide-react'
import { dashboard as words } from '../../../strings/agent-dialog.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SummaryFacts } from '../summary/summary-facts.tsx'
import { usePersonName } from '../summary/use-person-name.ts'
import type { Other } from './use-linked-agent.ts'
import { UserProfileNote } from './user-profile-note.tsx'

interface Props {
  who: Other
  open: boolean
  onClose: () => void
  onMention: (handle: string) => void
}

/** The card of a person, or of an agent of which only the summary is visible. */
export function SummaryDialog({ who, open, onClose, onMention }: Props) {
  const isPerson = who.type === 'user'
  const name = usePersonName(who)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isPerson ? (name ?? who.handle) : words.title(who.handle)}
      description={name !== null && `@${who.handle}`}
      size="xl"
      lead={
        <span className="max-md:hidden">
          <Avatar username={who.handle} kind={isPerson ? 'person' : 'agent'} size={40} />
        </span>
      }
      footer={
        <>
          <Button
            variant="primary"
            icon={<AtSign size={16} aria-hidden="true" />}
            onClick={() => onMention(who.handle)}
          >
            {isPerson ? words.mentionPerson : words.mention}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </>
      }
    >
      <div className="pb-5">
        <SummaryFacts type={who.type} id={who.id} />
      </div>
      {isPerson && <UserProfileNote />}
    </Dialog>
  )
}
