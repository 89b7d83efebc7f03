import { settings as words } from '../../strings/settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { SettingsSection } from './sections.ts'

interface Props {
  /** The reason. */
  text: string
  backTo: SettingsSection
}

/** The link to the provider and back, for actions that need a recent sign-in there. */
export function SignInAgain({ text, backTo }: Props) {
  const next = `/home?settings=${backTo}`
  return (
    <div className="flex flex-col items-start gap-2 rounded-control bg-straw-soft px-3 py-2.5">
      <p className="text-sm text-ink">{text}</p>
      <a href={`/auth/github?next=${encodeURIComponent(next)}`} className={buttonClass('outline', 'chip')}>
        {words.signInAgain}
      </a>
    </div>
  )
}
