import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { usePasswordLogin } from './use-password-login.ts'

const words = settings.profile

/** The user's profile: the name, the fixed fields with the reason why they are fixed, the theme, the password. */
export function ProfileSection() {
  const { profile } = useSignedIn()
  const isPasswordLogin = usePasswordLogin()
  return (
    <>
      <SettingsGroup title={settings.sections.profile}>
        <NameForm />
        <dl className="mt-5 flex flex-col gap-4">
          <Fact name={words.username} why={words.usernameWhy}>
            {profile.username}
          </Fact>
          <Fact name={words.email} why={words.emailWhy}>
            {profile.email ?? words.noEmail}
            {profile.email_verified && <Badge tone="moss">{words.verified}</Badge>}
          </Fact>
        </dl>
      </SettingsGroup>
      <SettingsGroup title={words.theme} text={words.themeHint}>
        <ThemeChoice />
      </SettingsGroup>
      {(profile.has_password || isPasswordLogin) && <PasswordForm hasPassword={profile.has_password} />}
    </>
  )
}

interface FactProps {
  name: string
  why: string
  children: React.ReactNode
}

function Fact({ name, why, children }: FactProps) {
  return (
    <div>
      <dt className="text-sm font-medium text-ink">{name}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-2 text-base break-all">{children}</dd>
      <dd className="text-sm text-ink-3">{why}</dd>
    </div>
  )
}
