import { accountRoutes } from '@flockwork/contract/account'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { failureText } from './failure-words.ts'
import { DoneNote } from './done-note.tsx'
import { SettingsGroup } from './settings-group.tsx'

const words = settings.data

/** The user's data: an export, what is retained, and deleting the account (docs/rules/accounts.md#deletion). */
export function DataSection() {
  const { api } = useServices()
  const { profile } = useSignedIn()
  const instance = useInstance()
  const [isDeleting, setDeleting] = useState(false)
  const download = useMutation({
    async mutationFn() {
      const data = await api.call(accountRoutes.export, {})
      const file = `flockwork-${profile.username}-${data.exported_at.slice(0, 10)}.json`
      saveFile(file, `${JSON.stringify(data, null, 2)}\n`, 'application/json')
      return file
    },
  })
  const failure = download.error && failureText(download.error, words.downloadFailed)

  return (
    <>
      <SettingsGroup title={words.download} text={words.downloadText}>
        <div className="flex flex-col items-start gap-3">
          <Button
            icon={<Download size={15} aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? words.preparing : words.download}
          </Button>
          <DoneNote message={download.isSuccess ? words.downloaded(download.data) : null} />
          <FailureNote message={failure} />
        </div>
      </SettingsGroup>
      {instance && <SettingsGroup title={words.about} text={words.version(instance.version)} />}
      <SettingsGroup title={words.danger} text={words.removeText}>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {words.remove}
        </Button>
      </SettingsGroup>
      <DeleteAccountDialog open={isDeleting} onOpenChange={setDeleting} />
    </>
  )
}
