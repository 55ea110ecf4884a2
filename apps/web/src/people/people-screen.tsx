import { useCallback, useState, type ReactNode } from 'react'
import { WaysToInvite } from '../inviting/ways-to-invite.tsx'
import { useMessages } from '../language/use-messages.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { SelectionBar } from '../list/selection-bar.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import { useFilters, type Filters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { Page } from '../ui/page/page.tsx'
import { peopleMessages } from './messages.ts'
import { AddToGroup } from './add-to-group.tsx'
import { ManyPeople, type ManyAct } from './many-people.tsx'
import { area, peoplePath, roles, type Person } from './people.ts'
import { PeopleSummary } from './people-summary.tsx'
import { usePersonRow } from './person-row.tsx'

const filterForm = {
  q: null,
  role: roles,
  status: ['active', 'deactivated'],
  mfa: ['enabled', 'missing'],
} as const

type Asked = {
  readonly act: ManyAct | 'add_to_group'
  readonly people: readonly Person[]
  /** Of the selection, which then keeps those that are left; the menu of a row does not change it. */
  readonly isSelection: boolean
}

/** Everyone with an account, to find one of them or to change many. */
export function PeopleScreen(): ReactNode {
  const messages = useMessages(peopleMessages)
  const filters = useFilters(filterForm)
  const list = useList<Person>({ area, path: peoplePath, filters: filters.values })
  const selection = useSelection<Person>()
  const [asked, setAsked] = useState<Asked | null>(null)
  const askOne = useCallback(
    (act: ManyAct, person: Person) => setAsked({ act, people: [person], isSelection: false }),
    [],
  )
  const row = usePersonRow(askOne)
  const ask = (act: Asked['act']) => () =>
    setAsked({ act, people: selection.items, isSelection: true })
  const acts = [
    { name: messages.addToGroup, act: ask('add_to_group') },
    { name: messages.manyActs.end_sessions.name, act: ask('end_sessions') },
    { name: messages.manyActs.deactivate.name, act: ask('deactivate') },
  ]
  return (
    <Page title={messages.people} lead={messages.peopleLead} acts={<WaysToInvite />}>
      <PeopleSummary />
      <PeopleFilters filters={filters} />
      <SelectionBar selection={selection} acts={acts} />
      <ListView
        label={messages.people}
        columns={[messages.name, messages.role, messages.status, messages.lastSignIn]}
        list={list}
        filters={filters}
        order={messages.byAddress}
        empty={<p>{messages.onlyYou}</p>}
        keyOf={({ id }) => id}
        row={row}
        selection={selection}
      />
      {asked !== null && (
        <Asking
          act={asked.act}
          people={asked.people}
          onDone={(left) => asked.isSelection && selection.keep(left)}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

type AskingProps = Omit<Asked, 'isSelection'> & {
  readonly onDone: (left: readonly Person[]) => void
  readonly onClose: () => void
}

const Asking = ({ act, ...asked }: AskingProps): ReactNode =>
  act === 'add_to_group' ? <AddToGroup {...asked} /> : <ManyPeople act={act} {...asked} />

function PeopleFilters({ filters }: { readonly filters: Filters }): ReactNode {
  const messages = useMessages(peopleMessages)
  return (
    <FilterBar filters={filters}>
      <TypedFilter filters={filters} name="q" label={messages.nameOrAddress} />
      <SelectFilter filters={filters} name="role" label={messages.role} options={messages.roles} />
      <SelectFilter
        filters={filters}
        name="status"
        label={messages.status}
        options={messages.statuses}
      />
      <SelectFilter
        filters={filters}
        name="mfa"
        label={messages.factorShort}
        options={messages.factors}
      />
    </FilterBar>
  )
}
