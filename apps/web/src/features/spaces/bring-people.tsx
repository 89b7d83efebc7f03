import { importRoutes, type ImportedPerson } from '@flockwork/contract/imports'
import { useMutation } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { usePages } from '../../api/use-pages.ts'
import { bringTeam as words } from '../../strings/bring-team.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useToast } from '../../ui/toast-store.ts'

/** The people of an import, each with a personal invite. */
export function BringPeople({ spaceId, canInvite }: { spaceId: string; canInvite: boolean }) {
  const { api } = useServices()
  const { pages, hasMore, isLoadingMore, loadMore } = usePages({
    queryKey: ['spaces', spaceId, 'imported-people'],
    fetchPage: (cursor, signal) =>
      api.call(importRoutes.people, {
        params: { id: spaceId },
        query: { ...(cursor !== null && { cursor }) },
        signal,
      }),
  })
  const people = pages?.flatMap((page) => page.people) ?? []
  if (people.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 text-sm font-medium text-ink">{words.peopleTitle}</h3>
      <p className="pb-2 text-sm text-ink-3">{canInvite ? words.peopleHint : words.privateHint}</p>
      <ul className="flex flex-col">
        {people.map((person) => (
          <Person key={person.id} person={person} spaceId={spaceId} canInvite={canInvite} />
        ))}
      </ul>
      {hasMore && (
        <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
          {words.more}
        </Button>
      )}
    </section>
  )
}

interface PersonProps {
  person: ImportedPerson
  spaceId: string
  canInvite: boolean
}

function Person({ person, spaceId, canInvite }: PersonProps) {
  const { api } = useServices()
  const toast = useToast()
  const invite = useMutation({
    mutationFn: () =>
      api.call(importRoutes.invite, { params: { id: spaceId, person_id: person.id }, body: {} }),
    onError: (error) => toast({ title: words.problem, description: detailOf(error, ''), tone: 'bad' }),
  })
  const name = person.display_name
  const link = invite.data && `${location.origin}/join/${invite.data.invite_code}`
  const mayInvite = canInvite && !person.is_bot && person.claimed_by === null && link === undefined
  return (
    <li className="flex flex-col gap-2 border-t border-line py-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-base text-ink">
            {name} <span className="text-sm text-ink-3">@{person.handle}</span>
          </p>
          <p className="text-sm text-ink-3">
            {person.claimed_by === null
              ? words.said(person.messages)
              : words.claimed(person.claimed_by.handle)}
          </p>
        </div>
        {person.is_bot && <Badge>{words.bot}</Badge>}
        {mayInvite && (
          <Button
            size="sm"
            aria-label={words.inviteLabel(name)}
            busy={invite.isPending}
            onClick={() => invite.mutate()}
          >
            {words.invite}
          </Button>
        )}
      </div>
      {link !== undefined && (
        <div role="status">
          <p className="sr-only">{words.inviteFor(name)}</p>
          <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
            <p dir="ltr" className="code min-w-0 flex-1 py-1 break-all">
              {link}
            </p>
            <CopyButton text={link} label={words.copyLink} />
          </div>
          <p className="pt-1 text-sm text-ink-3">{words.inviteHint}</p>
        </div>
      )}
    </li>
  )
}
