import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { auditWords } from '../audit-words/messages.ts'
import { useMessages } from '../language/use-messages.ts'
import { ChosenFilter } from '../list/chosen-filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { Picker } from '../list/picker.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import type { Filters } from '../list/use-filters.ts'
import { useSession } from '../session/use-session.ts'
import { uiMessages } from '../ui/messages.ts'
import { Select } from '../ui/fields/select.tsx'
import { area } from './entry.ts'
import { auditMessages } from './messages.ts'
import { spans } from './time-filter.ts'

export const filterForm = {
  time: spans,
  from: null,
  until: null,
  actor_id: null,
  action: null,
  target: null,
  outcome: ['success', 'failure'],
  session_id: null,
  request_id: null,
} as const

type FiltersProps = { readonly filters: Filters }

/** Narrows the audit log by time, person, action, target, outcome, session and request. */
export function AuditFilters({ filters }: FiltersProps): ReactNode {
  const messages = useMessages(auditMessages)
  const { session_id: session, request_id: request } = filters.values
  const remove = (name: string) => () => filters.set(name, '')
  return (
    <FilterBar filters={filters}>
      <SelectFilter filters={filters} name="time" label={messages.time} options={messages.spans} />
      {filters.values['time'] === 'dates' && <Dates filters={filters} />}
      <PersonFilter filters={filters} />
      <ActionFilter filters={filters} />
      <TypedFilter
        filters={filters}
        name="target"
        label={messages.targetFilter}
        example={messages.targetExample}
      />
      <SelectFilter
        filters={filters}
        name="outcome"
        label={messages.outcome}
        options={messages.outcomes}
      />
      {session !== undefined && (
        <ChosenFilter label={messages.session} value={session} onRemove={remove('session_id')} />
      )}
      {request !== undefined && (
        <ChosenFilter label={messages.request} value={request} onRemove={remove('request_id')} />
      )}
    </FilterBar>
  )
}

function Dates({ filters }: FiltersProps): ReactNode {
  const messages = useMessages(auditMessages)
  return (['from', 'until'] as const).map((name) => (
    <TypedFilter key={name} filters={filters} name={name} label={messages[name]} type="date" />
  ))
}

/** Finds a person by name; the one who was found is shown by name, also after a reload. */
function PersonFilter({ filters }: FiltersProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(auditMessages)
  const id = filters.values['actor_id']
  const { data } = useQuery({
    queryKey: [area, 'person', id],
    queryFn: () =>
      client.request<Contract['PersonCard']>(`/api/v1/admin/users/${encodeURIComponent(id ?? '')}`),
    enabled: id !== undefined,
    retry: false,
  })
  const suggest = async (text: string, signal: AbortSignal) => {
    const path = `/api/v1/admin/users/suggest?q=${encodeURIComponent(text)}`
    const found = await client.request<Contract['UserSuggestions']>(path, { signal })
    return found.data.map(({ id: key, name, email }) => ({ key, name, detail: email }))
  }
  if (id !== undefined)
    return (
      <ChosenFilter
        label={messages.who}
        value={data?.name ?? id}
        onRemove={() => filters.set('actor_id', '')}
      />
    )
  return (
    <Picker
      label={messages.person}
      area={area}
      load={suggest}
      onPick={({ key }) => filters.set('actor_id', key)}
    />
  )
}

/** The actions in groups of their areas, each after the whole area. */
function ActionFilter({ filters }: FiltersProps): ReactNode {
  const messages = useMessages(auditMessages)
  const { areas, actions } = useMessages(auditWords)
  const ui = useMessages(uiMessages)
  const groups = Object.entries(areas).map(([name, label]) => ({
    label,
    options: [
      { value: name, text: messages.allOf(label) },
      ...Object.entries(actions)
        .filter(([action]) => action.startsWith(`${name}.`))
        .map(([value, text]) => ({ value, text })),
    ],
  }))
  return (
    <Select
      label={messages.action}
      name="action"
      options={[{ value: '', text: ui.all }]}
      groups={groups}
      chosen={filters.values['action'] ?? ''}
      onChoose={(value) => filters.set('action', value)}
    />
  )
}
