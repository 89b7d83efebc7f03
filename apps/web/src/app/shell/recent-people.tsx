import type { RosterItem } from '@flockwork/contract/spaces'
import { UserPlus } from 'lucide-react'
import { requestInvite } from '../../features/spaces/index.ts'
import { inviting as words } from '../../strings/inviting.ts'
import { cx } from '../../ui/cx.ts'
import { RecentOne } from './recent-agents-list.tsx'
import { recentPeopleOf } from './recent-agents.ts'
import { useSignedIn } from '../session.ts'

interface Props {
  roster: readonly RosterItem[] | undefined
  isCollapsed?: boolean
  onMention: (handle: string) => void
  /** Before the dialog opens. */
  onInvite?: () => void
}

/** The most recently active people, and a way to invite more; a click mentions one in the composer. */
export function RecentPeople({ roster, isCollapsed = false, onMention, onInvite }: Props) {
  const { id } = useSignedIn().profile
  const people = recentPeopleOf(roster ?? [], id)
  return (
    <section aria-label={words.people} className="mt-5">
      {!isCollapsed && (
        <h2 data-tip={words.peopleHint} className="px-2.5 pb-1 text-2xs font-semibold text-ink-3">
          {words.people}
        </h2>
      )}
      {people.length > 0 && (
        <ul className="flex flex-col">
          {people.map((person) => (
            <li key={person.id}>
              <RecentOne item={person} isCollapsed={isCollapsed} onMention={onMention} />
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        onClick={() => {
          onInvite?.()
          requestInvite()
        }}
        {...(isCollapsed && { 'data-tip': words.invite, 'aria-label': words.invite })}
        className={cx(
          'flex h-9 w-full items-center rounded-control text-sm font-medium text-ink-2 transition-colors hover:bg-line/60 hover:text-ink touch:h-10',
          isCollapsed ? 'justify-center' : 'gap-2.5 px-1.5',
        )}
      >
        <span className="flex w-7 justify-center">
          <UserPlus size={17} aria-hidden="true" />
        </span>
        {!isCollapsed && words.invite}
      </button>
    </section>
  )
}
