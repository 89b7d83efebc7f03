import { adminPeopleRoutes as routes, type AdminUser } from '@flockwork/contract/admin/people'
import { useMutation } from '@tanstack/react-query'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'

interface Props {
  user: AdminUser
  open: boolean
  onClose: () => void
}

/** Creates a password reset link after a confirmation, and shows it once. */
export function ResetLinkDialog({ user: { id, username }, open, onClose }: Props) {
  const { api } = useServices()
  const make = useMutation({ mutationFn: () => api.call(routes.resetLink, { params: { id } }) })
  const { link } = words.asks
  const url = make.data?.url
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={url === undefined ? link.title(username) : words.linkTitle(username)}
      description={url === undefined ? link.text(username) : words.linkText}
      size="sm"
      phone="sheet"
      footer={
        <>
          {url === undefined ? (
            <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {make.isPending ? link.acting : link.act}
            </Button>
          ) : (
            <CopyButton words text={url} label={words.copyLink} />
          )}
          <Button data-initial-focus onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <FailureNote message={make.error && detailOf(make.error, words.linkFailed)} />
      {url !== undefined && (
        <p className="rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm break-words">
          {url}
        </p>
      )}
    </Dialog>
  )
}
