import { summary as words } from '../../../strings/agent-dialog.ts'
import { DialogSection } from './dialog-section.tsx'

/** On a person's card: which parts are missing, and why. */
export function UserProfileNote() {
  return (
    <DialogSection title={words.userProfile}>
      <p className="max-w-measure text-base text-ink-2">{words.userProfileText}</p>
    </DialogSection>
  )
}
