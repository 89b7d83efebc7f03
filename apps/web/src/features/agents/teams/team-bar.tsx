import type { ShownTeam, Team } from '@flockwork/contract/teams'
import { Pencil, Target } from 'lucide-react'
import { useState } from 'react'
import { teams as words } from '../../../strings/teams.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TeamDialogPart } from './team-dialog-part.ts'
import { TeamDot } from './team-dot.tsx'
import { isBuiltIn } from './use-teams.ts'

/** The team with the target icon. */
const CORE = 'core'

interface Props {
  /** The selectable teams. */
  teams: readonly ShownTeam[]
  /** The team that the list is filtered by; null: no filter. */
  value: string | null
  onValueChange: (teamId: string | null) => void
}

/** Teams as filters of the list; the selected one can be edited by its creator and the space's admins. */
export function TeamBar({ teams, value, onValueChange }: Props) {
  const [edited, setEdited] = useState<Team | null>(null)
  // the default teams show only if they are used
  const shown = teams.filter((team) => team.agents.length > 0 || !isBuiltIn(team))
  const chosen = teams.find(({ id }) => id === value)
  if (shown.length === 0) return null
  return (
    <div
      role="group"
      aria-label={words.teams}
      className="mt-4 flex flex-wrap items-center gap-1.5 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none]"
    >
      <Chip isOn={value === null} onPress={() => onValueChange(null)} label={words.all}>
        {words.all}
      </Chip>
      {shown.map((team) => (
        <Chip
          key={team.id}
          isOn={team.id === value}
          onPress={() => onValueChange(team.id === value ? null : team.id)}
          label={words.label(team.name, team.agents.length)}
        >
          {team.id === CORE ? <Target size={14} aria-hidden="true" /> : <TeamDot color={team.color} />}
          <span dir="auto" className="max-w-[20ch] truncate">
            {team.name}
          </span>
          <span className="tabular font-normal text-ink-3">{team.agents.length}</span>
        </Chip>
      ))}
      {chosen?.can_edit && (
        <IconButton
          label={words.edit(chosen.name)}
          icon={<Pencil size={15} />}
          onClick={() => setEdited(chosen)}
        />
      )}
      {edited && <TeamDialogPart team={edited} open onOpenChange={(isOpen) => !isOpen && setEdited(null)} />}
    </div>
  )
}

interface ChipProps {
  isOn: boolean
  label: string
  onPress: () => void
  children: React.ReactNode
}

function Chip({ isOn, label, onPress, children }: ChipProps) {
  return (
    <Button
      size="chip"
      aria-pressed={isOn}
      aria-label={label}
      onClick={onPress}
      className="max-w-full min-w-0 aria-pressed:border-spruce aria-pressed:bg-spruce-soft aria-pressed:text-spruce"
    >
      {children}
    </Button>
  )
}
