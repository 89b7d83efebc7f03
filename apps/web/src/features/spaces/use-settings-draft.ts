import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { withDraft } from '../../storage/space-state.ts'
import { parseUnsaved, type UnsavedSettings } from './space-settings.ts'

/** The draft's key: one per space. */
export const SETTINGS_DRAFT = 'space-settings'

/** The unsaved settings of a space, stored as message drafts are (docs/rules/interface.md#storage). */
export function useSettingsDraft(spaceId: string) {
  const { spaceStates } = useServices()
  const { profile } = useSignedIn()
  const stored = () => spaceStates.read(profile.id, spaceId).drafts[SETTINGS_DRAFT] ?? ''
  return {
    read: (): UnsavedSettings => parseUnsaved(stored()),
    /** Null: nothing is unsaved. */
    save(unsaved: UnsavedSettings | null) {
      const text = unsaved === null ? '' : JSON.stringify(unsaved)
      if (text === stored()) return
      spaceStates.update(profile.id, spaceId, (state) => withDraft(state, SETTINGS_DRAFT, text))
    },
  }
}
