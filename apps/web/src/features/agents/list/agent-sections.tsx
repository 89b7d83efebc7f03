import type { Agent } from '@flockwork/contract/agents'
import { agents as words } from '../../../strings/agents.ts'
import { useSpaces } from '../../spaces/index.ts'
import { AgentCard } from '../card/agent-card.tsx'
import { useTeams } from '../teams/use-teams.ts'

interface Props {
  /** In display order. */
  agents: readonly Agent[]
  showsOthers: boolean
  isPublic: boolean
  onMention: (handle: string) => void
}

/** The user's own agents, then the others of the space. */
export function AgentSections({ agents, showsOthers, isPublic, onMention }: Props) {
  const own = agents.filter(({ is_own_agent }) => is_own_agent)
  const others = agents.filter(({ is_own_agent }) => !is_own_agent)
  return (
    <>
      <Section title={words.yours} agents={own} none={words.noneOwn} onMention={onMention} />
      {showsOthers && (
        <Section
          title={isPublic ? words.inPublic : words.inTeam}
          agents={others}
          none={words.noneOfTeam}
          onMention={onMention}
        />
      )}
    </>
  )
}

interface SectionProps {
  title: string
  agents: readonly Agent[]
  none: string
  onMention: (handle: string) => void
}

function Section({ title, agents, none, onMention }: SectionProps) {
  const { spaces = [] } = useSpaces()
  const teams = useTeams()
  return (
    <section aria-label={title} className="mt-7">
      <h3 className="flex items-baseline gap-2 pb-3 text-sm font-semibold">
        {title}
        <span className="tabular font-normal text-ink-3">{agents.length}</span>
      </h3>
      {agents.length === 0 ? (
        <p className="text-base text-ink-3">{none}</p>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3 max-md:gap-2">
          {agents.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              team={teams.find(({ id }) => id === agent.team_id)?.name}
              spaces={spaces}
              onMention={onMention}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
