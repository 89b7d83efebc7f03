import type { Agent } from '@flockwork/contract/agents'
import type { Team } from '@flockwork/contract/teams'
import { useState } from 'react'
import { belonging as words } from '../../../strings/agent-dialog.ts'
import { teams as teamWords } from '../../../strings/teams.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TeamDialog } from '../teams/team-dialog.tsx'
import { useAssignTeam } from '../teams/use-assign-team.ts'
import { useTeams } from '../teams/use-teams.ts'
import { DialogSection } from './dialog-section.tsx'
import { EmblemChoice } from './emblem-choice.tsx'
import { useUpdateAgent } from './use-update-agent.ts'

/** Its team in the space where it is shown, its visibility, and its level's emblem. */
export function BelongingSection({ agent }: { agent: Agent }) {
  const shownIn = shownInOf(agent)
  const teams = useTeams(shownIn)
  const assign = useAssignTeam(agent.id, shownIn)
  const update = useUpdateAgent(agent.id)
  const [isMaking, setMaking] = useState(false)
  const shownTeam = (assign.isPending ? assign.variables : agent.team_id) ?? ''
  const isPrivate = (update.isPending && update.variables.visibility) || agent.visibility

  return (
    <DialogSection title={words.title}>
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <Select
            aria-label={teamWords.team}
            value={shownTeam}
            disabled={assign.isPending || shownIn === undefined}
            onValueChange={(id) => assign.mutate(id || null)}
            choices={[
              { value: '', label: teamWords.none },
              ...withHeld(teams, agent).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        <Button disabled={shownIn === undefined} onClick={() => setMaking(true)}>
          {teamWords.newTeam}
        </Button>
      </div>
      {shownIn === undefined && <p className="pt-2 text-sm text-ink-2">{teamWords.nowhere}</p>}
      <div className="pt-4">
        <Switch
          label={words.private}
          hint={words.privateHint}
          checked={isPrivate === 'private'}
          disabled={update.isPending}
          onCheckedChange={(isOn) => update.mutate({ visibility: isOn ? 'private' : 'public' })}
        />
      </div>
      <div className="pt-4">
        <EmblemChoice agent={agent} />
      </div>
      {isMaking && (
        <TeamDialog
          team={null}
          spaceId={shownIn}
          open
          onOpenChange={setMaking}
          onCreated={({ id }) => assign.mutate(id)}
        />
      )}
    </DialogSection>
  )
}

/** The teams of the current space, or of the agent's space if that is another. */
function shownInOf({ roster_entry: entry }: Agent): string | undefined {
  return entry?.workspace_id
}

/** Includes the agent's own team if the list lacks it. */
function withHeld(
  teams: readonly Team[],
  { team_id, team_name }: Agent,
): readonly Pick<Team, 'id' | 'name'>[] {
  if (team_id === null || teams.some(({ id }) => id === team_id)) return teams
  return [...teams, { id: team_id, name: team_name ?? team_id }]
}
