import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { Switch } from '../../ui/switch.tsx'
import { chooseGuideRoute, chooseAskForTopic, useSendingChoices, type GuideRoute } from '../messages/index.ts'
import { SettingsGroup } from './settings-group.tsx'

const words = settings.messages
const ROUTES: readonly GuideRoute[] = ['ask', 'always', 'never']

/** Confirmations before sending that the user turned off, and a button to turn them on again. */
export function MessagesSection() {
  const services = useServices()
  const { id: userId } = useSignedIn().profile
  const { guide, asksForTopic } = useSendingChoices(userId)
  return (
    <>
      <SettingsGroup title={words.guide} text={words.guideText}>
        <RadioRows
          label={words.guide}
          value={guide}
          onValueChange={(route) => chooseGuideRoute(services, userId, route)}
          rows={ROUTES.map((value) => ({ value, ...words.routes[value] }))}
        />
      </SettingsGroup>
      <SettingsGroup title={words.elsewhere}>
        <Switch
          checked={asksForTopic}
          onCheckedChange={(asks) => chooseAskForTopic(services, userId, asks)}
          label={words.ask}
          hint={words.askHint}
        />
      </SettingsGroup>
    </>
  )
}
