import { adminHealthRoutes } from '@flockwork/contract/admin/health'
import { adminPeopleRoutes as routes, type CreatedOrgs } from '@flockwork/contract/admin/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { AlertDialog, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { adminKeys } from '../keys.ts'

/** Creates a personal space for everybody without a space. */
export function BulkCreate() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<number | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const say = (error: Error) => setSaid(words.bulkFailed(detailOf(error, words.tryAgain)))

  const count = useMutation({
    mutationFn: async () => (await api.call(adminHealthRoutes.health, {})).users_without_orgs,
    onSuccess: (without) => (without === 0 ? setSaid(words.bulkNone) : setAsked(without)),
    onError: say,
  })
  const create = useMutation({
    // the server creates a limited batch per call: repeat until a call creates none
    async mutationFn() {
      const all: CreatedOrgs[] = []
      for (let isLeft = true; isLeft;) {
        const made = await api.call(routes.bulkCreateOrgs, {})
        all.push(made)
        isLeft = made.created_orgs.some(({ action }) => action !== 'failed')
      }
      return all
    },
    onSuccess: (all) => setSaid(summaryOf(all)),
    onError: say,
    onSettled() {
      setAsked(null)
      return queryClient.invalidateQueries({ queryKey: adminKeys.all })
    },
  })

  return (
    <>
      <Button size="chip" busy={count.isPending} onClick={() => count.mutate()}>
        {words.bulk}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={words.bulkTitle}
        text={words.bulkAsk(asked ?? 0)}
        act={words.bulkAct}
        acting={words.bulkActing}
        busy={create.isPending}
        onConfirm={() => create.mutate()}
        onClose={() => setAsked(null)}
      />
      <AlertDialog title={words.bulkTitle} text={said} onClose={() => setSaid(null)} />
    </>
  )
}

function summaryOf(all: readonly CreatedOrgs[]): string {
  const orgs = all.flatMap(({ created_orgs: created }) => created)
  const failed = [
    ...new Set(orgs.filter(({ action }) => action === 'failed').map(({ username }) => username)),
  ]
  const done = orgs.filter(({ action }) => action !== 'failed').length
  const made = all.reduce((sum, one) => sum + one.organizations_created, 0)
  const text = words.bulkDone(done + failed.length, made, failed.length)
  return failed.length === 0 ? text : `${text} ${words.bulkFailedUsers(failed.join(', '))}`
}
