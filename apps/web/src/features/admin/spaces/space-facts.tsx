import type { AdminSpaces } from '@flockwork/contract/admin/spaces'
import { adminSpaces as words } from '../../../strings/admin-places.ts'
import { fullDay } from '../../../ui/format-time.ts'
import { shownNumber } from '../../../ui/shown-number.ts'
import type { SpaceFacts } from './use-spaces.ts'

const NUMBERS = [
  'total_organizations',
  'personal_orgs',
  'multi_member_orgs',
  'total_members',
  'total_messages',
  'total_tasks',
] as const satisfies readonly (keyof AdminSpaces['health'])[]

/** The health of the instance by its spaces, and three notable spaces. */
export function SpaceFactsLine({ health, beta_insights: insights }: SpaceFacts) {
  const without = health.users_without_orgs
  return (
    <div className="flex flex-col gap-3">
      <dl aria-label={words.health.label} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {NUMBERS.map((name) => (
          <div key={name} className="flex items-baseline gap-1.5">
            <dt className="text-ink-2">{words.health[name]}</dt>
            <dd className="tabular font-medium">{shownNumber(health[name])}</dd>
          </div>
        ))}
      </dl>
      {without > 0 && (
        <p className="text-sm text-straw">{words.without(shownNumber(without), without === 1)}</p>
      )}
      <Insights {...insights} />
    </div>
  )
}

function Insights({ most_active_org, largest_org, newest_org }: SpaceFacts['beta_insights']) {
  const named = [
    most_active_org && {
      what: words.mostActive,
      name: most_active_org.name,
      why: words.active(shownNumber(most_active_org.active_users)),
    },
    largest_org && {
      what: words.largest,
      name: largest_org.name,
      why: words.people(shownNumber(largest_org.member_count), largest_org.member_count === 1),
    },
    newest_org && {
      what: words.newest,
      name: newest_org.name,
      why: fullDay(new Date(newest_org.created_at)),
    },
  ].filter((one) => one !== null)
  if (named.length === 0) return null
  return (
    <ul aria-label={words.insights} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {named.map(({ what, name, why }) => (
        <li key={what} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <span className="text-ink-2">{what}</span>
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          <span className="text-ink-3">{why}</span>
        </li>
      ))}
    </ul>
  )
}
