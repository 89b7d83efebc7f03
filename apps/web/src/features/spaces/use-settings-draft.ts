import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { withDraft } from '../../storage/space-state.ts'
import { parseUnsaved, type UnsavedSettings } from './space-settings.ts'

/** The key of the draft: one for each space. */
export const SETTINGS_DRAFT = 'space-settings'

/** What was typed in the settings of a space and not saved, kept as messages are (docs/rules/interface.md#storage). */
export function useSettingsDraft(spaceId: string) {
  const { spaceStates } = useServices()
  const { profile } = useSignedIn()
  const stored = () => spaceStates.read(profile.id, spaceId).drafts[SETTINGS_DRAFT] ?? ''
  return {
    read: (): UnsavedSettings => parseUnsaved(stored()),
    /** Null: there is nothing unsaved. */
    save(unsaved: UnsavedSettings | null) {
      const text = unsaved === null ? '' : JSON.stringify(unsaved)
      if (text === stored()) return
      spaceStates.update(profile.id, spaceId, (state) => withDraft(state, SETTINGS_DRAFT, text))
    },
  }
}
