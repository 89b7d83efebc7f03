import { adminAgentRoutes, type AgentSort, type InstanceAgent } from '@flockwork/contract/admin/agents'
import { ADMIN_AGENTS_PER_PAGE, ADMIN_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { instance as words } from '../../../strings/admin-control.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import type { Sort } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { adminKeys } from '../keys.ts'
import { ListFilters } from '../list-filters.tsx'
import { usePagedList } from '../use-paged-list.ts'
import { AGENT_COLUMNS } from './agent-columns.tsx'
import { InstanceAgentDialog } from './instance-agent-dialog.tsx'
import { PauseButton } from './pause-button.tsx'

const REFETCH_MS = 10_000
const SEARCH_DELAY_MS = 300

type Shown = keyof typeof words.shown
const CHOICES = (Object.keys(words.shown) as Shown[]).map((value) => ({ value, label: words.shown[value] }))

/** The owner or space to filter by, chosen in an agent's details. */
interface Only {
  readonly owner?: string
  readonly space?: { readonly id: string; readonly name: string }
}

/** All agents of the instance, the currently most active first. */
export function InstanceAgents() {
  const { api } = useServices()
  const id = useId()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [only, setOnly] = useState<Only>({})
  const [sort, setSort] = useState<Sort<AgentSort>>({ by: 'lately', order: 'desc' })
  const [opened, setOpened] = useState<InstanceAgent | null>(null)
  const [isOpen, setOpen] = useState(false)
  const query = {
    sort: sort.by,
    order: sort.order,
    ...(search !== '' && { search }),
    ...(shown !== 'all' && { [shown]: 'true' }),
    ...(only.owner !== undefined && { owner: only.owner }),
    ...(only.space !== undefined && { space_id: only.space.id }),
  }
  const list = usePagedList<InstanceAgent>({
    name: [...adminKeys.agents, query],
    limit: ADMIN_AGENTS_PER_PAGE,
    fetchPage: async (page, signal) => {
      const { agents, total } = await api.call(adminAgentRoutes.list, {
        query: { ...query, ...page },
        signal,
      })
      return { rows: agents, total }
    },
    failed: words.failed,
    refetchMs: REFETCH_MS,
  })
  const isFiltered = search !== '' || shown !== 'all' || only.owner !== undefined || only.space !== undefined

  function clear() {
    setSearch('')
    setShown('all')
    setOnly({})
  }

  function narrow(next: Only) {
    setOnly(next)
    setSearch('')
    setShown('all')
    setOpen(false)
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-display text-lg font-semibold tracking-display">
        {words.title}
      </h3>
      <ListFilters>
        <SearchBox
          label={words.search}
          clearLabel={words.clear}
          maxLength={ADMIN_SEARCH_MAX_CHARS}
          search={search}
          onSearch={setSearch}
          delayMs={SEARCH_DELAY_MS}
        />
        <Select
          isFilter
          aria-label={words.show}
          value={shown}
          choices={CHOICES}
          onValueChange={(value) =>
            setShown(CHOICES.find((choice) => choice.value === value)?.value ?? 'all')
          }
        />
        <OnlyChip
          text={only.owner === undefined ? null : words.onlyOwner(only.owner)}
          onClear={() => setOnly({})}
        />
        <OnlyChip
          text={only.space === undefined ? null : words.onlySpace(only.space.name)}
          onClear={() => setOnly({})}
        />
      </ListFilters>
      <DataTable
        label={words.title}
        columns={AGENT_COLUMNS}
        list={list}
        rowId={(agent) => agent.id}
        sort={sort}
        onSort={setSort}
        onOpen={(agent) => {
          setOpened(agent)
          setOpen(true)
        }}
        actions={switchOf}
        empty={
          isFiltered ? (
            <EmptyState
              scene="seek"
              title={words.noMatch}
              action={<Button onClick={clear}>{words.clearFilters}</Button>}
            />
          ) : (
            <EmptyState scene="bare" title={words.none}>
              {words.noneText}
            </EmptyState>
          )
        }
      />
      {opened && (
        <InstanceAgentDialog
          key={opened.id}
          agent={list.rows?.find((agent) => agent.id === opened.id) ?? opened}
          open={isOpen}
          onOpenChange={setOpen}
          onOwner={(owner) => narrow({ owner })}
          onSpace={(space) => narrow({ space })}
        />
      )}
    </section>
  )
}

function switchOf(agent: InstanceAgent, tabIndex: 0 | -1) {
  return <PauseButton agent={agent} tabIndex={tabIndex} />
}

function OnlyChip({ text, onClear }: { text: string | null; onClear: () => void }) {
  if (text === null) return null
  return (
    <Chip isOn aria-label={words.showAll(text)} onClick={onClear}>
      {text}
      <X size={14} aria-hidden="true" />
    </Chip>
  )
}
