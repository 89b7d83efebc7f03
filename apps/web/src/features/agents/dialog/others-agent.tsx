import type { Agent } from '@flockwork/contract/agents'
import { AtSign } from 'lucide-react'
import { bio as bioWords, dashboard as words } from '../../../strings/agent-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { isGuide, isHuman } from '../agent-facts.ts'
import { SummaryFacts } from '../summary/summary-facts.tsx'
import { DialogSection } from './dialog-section.tsx'
import { Preview } from './preview/preview.tsx'
import { RespondingSection } from './responding-section.tsx'
import { UserProfileNote } from './user-profile-note.tsx'
import { WorkSection } from './work-section.tsx'

interface Props {
  agent: Agent
  onMention: (handle: string) => void
}

/**
 * Another person's agent: what its visibility allows to be shown, and a way to message it. The guide answers everyone.
 */
export function OthersAgent({ agent, onMention }: Props) {
  const { username, owner_username, bio, visibility } = agent
  const isPrivate = visibility === 'private'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3 rounded-panel bg-sunken px-4 py-3 dark:bg-line">
        <p className="min-w-0 flex-1 basis-60 text-nav text-ink">
          {owner_username === null ? words.guide : words.restricted(owner_username)}
        </p>
        <Button
          variant="primary"
          icon={<AtSign size={16} aria-hidden="true" />}
          onClick={() => onMention(username)}
        >
          {words.mention}
        </Button>
      </div>
      {isPrivate ? (
        <SummaryFacts type="agent" id={agent.id} />
      ) : (
        <>
          <WorkSection agent={agent} />
          <DialogSection title={bioWords.title}>
            <p dir="auto" className="max-w-measure text-base break-words text-ink-2">
              {bio || bioWords.none}
            </p>
          </DialogSection>
          {isHuman(agent) && <UserProfileNote />}
        </>
      )}
      {isGuide(agent) && <RespondingSection agent={agent} />}
      {!isPrivate && <Preview />}
    </>
  )
}
