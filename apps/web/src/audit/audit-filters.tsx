import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { Picker } from '../list/picker.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { TextFilter } from '../list/text-filter.tsx'
import type { Filters } from '../list/use-filters.ts'
import { useSession } from '../session/use-session.ts'
import { Field } from '../ui/field.tsx'
import { area } from './entry.ts'
import { auditMessages } from './messages.ts'

export const filterForm = {
  from: null,
  until: null,
  actor_id: null,
  action: null,
  target: null,
  outcome: ['success', 'failure'],
  session_id: null,
  request_id: null,
} as const

/** Narrows the audit log by time, person, action, target and outcome. */
export function AuditFilters({ filters }: { readonly filters: Filters }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(auditMessages)
  const suggest = async (text: string, signal: AbortSignal) => {
    const path = `/api/v1/admin/users/suggest?q=${encodeURIComponent(text)}`
    const { data } = await client.request<Contract['UserSuggestions']>(path, { signal })
    return data.map(({ id, name, email }) => ({ key: id, name, detail: email }))
  }
  return (
    <FilterBar filters={filters}>
      {(['from', 'until'] as const).map((name) => (
        <Field
          key={name}
          type="date"
          label={messages[name]}
          name={name}
          value={filters.values[name] ?? ''}
          onChange={({ target }) => filters.set(name, target.value)}
        />
      ))}
      <Picker
        label={messages.person}
        area={area}
        load={suggest}
        onPick={({ key }) => filters.set('actor_id', key)}
      />
      <SelectFilter
        filters={filters}
        name="action"
        label={messages.action}
        options={actionOptions(messages)}
      />
      <TextFilter filters={filters} name="target" label={messages.target} />
      <SelectFilter
        filters={filters}
        name="outcome"
        label={messages.outcome}
        options={messages.outcomes}
      />
    </FilterBar>
  )
}

/** Each area, followed by its actions. */
const actionOptions = ({
  areas,
  actions,
}: ReturnType<typeof auditMessages.current>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([name, text]) => [
      [name, text],
      ...Object.entries(actions)
        .filter(([action]) => action.startsWith(`${name}.`))
        .map(([action, sentence]) => [action, `${text}: ${sentence}`]),
    ]),
  )
