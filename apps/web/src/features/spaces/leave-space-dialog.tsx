import { useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { spaceKeys } from './keys.ts'
import type { SpaceDialogProps } from './space-dialog.ts'
import { useMembers } from './use-members.ts'

/** Leave: the consequences, and why it may be impossible now. */
export function LeaveSpaceDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  const { api } = useServices()
  const { profile, spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { members } = useMembers(space.id, open)
  const agents = members?.find(({ user_id }) => user_id === profile.id)?.agent_count ?? 0
  const form = useForm({
    initial: {},
    send: async () => {
      await api.spaces.leave({ params: { id: space.id } })
      // leaving the current space also leads home (lost-space.tsx)
      void queryClient.invalidateQueries({ queryKey: spaceKeys.mine })
    },
    onSent() {
      onOpenChange(false)
      if (space.id !== spaceId) toast({ title: words.left(space.name), tone: 'good' })
    },
    refused: (error) => detailOf(error, words.leaveFailed),
  })
  const isAlone = space.member_count === 1
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.leaveTitle(space.name)}
      description={
        isAlone ? words.leaveLast(space.name) : words.leaveText(agents, space.visibility === 'public')
      }
      size="sm"
      phone="sheet"
      tone="danger"
      form={form}
      submit={words.leaveAct}
      submitting={words.leaving}
      cancel={words.cancel}
    >
      <form {...form.props}>
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}
