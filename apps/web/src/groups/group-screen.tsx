import { KenProblem } from '@ken/client'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NotFoundScreen } from '../frame/not-found-screen.tsx'
import { useMessages } from '../language/use-messages.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { useSession } from '../session/use-session.ts'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { useActQueue } from '../ui/acts/use-act-queue.ts'
import { AddManyMembers } from './add-many-members.tsx'
import { AddMember } from './add-member.tsx'
import { area, membersPath, useForgetGroups, type Member } from './groups.ts'
import { groupMessages } from './messages.ts'
import './group-screen.css'

type Change = {
  readonly person: Pick<Member, 'id' | 'name'>
  readonly method: 'PUT' | 'DELETE'
}

export function GroupScreen(): ReactNode {
  const { slug = '' }: { readonly slug?: string } = useParams({ strict: false })
  return <Group key={slug} slug={slug} />
}

/** The members of a group. A removal can be undone for a moment. */
function Group({ slug }: { readonly slug: string }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(groupMessages)
  const forgetGroups = useForgetGroups()
  const toast = useToast()
  const filters = useFilters({ q: null })
  const list = useList<Member>({ area, path: membersPath(slug), filters: filters.values })
  const change = useActQueue(
    ({ person, method }: Change) => `${method} ${person.id}`,
    ({ person, method }: Change) => client.request(`${membersPath(slug)}/${person.id}`, { method }),
    (_, { person, method }) => {
      forgetGroups()
      const about = `${person.id} ${slug}`
      if (method === 'PUT') toast({ text: messages.added(person.name), about })
      else
        toast({
          text: messages.removed(person.name),
          undo: () => change.run({ person, method: 'PUT' }),
          about,
        })
    },
  )
  if (list.error instanceof KenProblem && list.error.status === 404) return <NotFoundScreen />
  return (
    <Page title={slug} lead={messages.whatFor(slug)} above={<ToGroups />}>
      <AddMember onPick={(person) => change.run({ person, method: 'PUT' })} />
      <AddManyMembers slug={slug} />
      {change.error !== null && <Problem error={change.error} />}
      <FilterBar filters={filters}>
        <TypedFilter filters={filters} name="q" label={messages.findMember} />
      </FilterBar>
      <ListView
        label={messages.members}
        columns={[messages.name, messages.role, messages.status]}
        list={list}
        filters={filters}
        order={messages.byAddress}
        empty={<p>{messages.noMembers}</p>}
        keyOf={({ id }) => id}
        row={(person) => ({
          title: person.name,
          isEnded: person.status === 'deactivated',
          head: (
            <>
              <Link to="/admin/people/$id" params={{ id: person.id }}>
                {person.name}
              </Link>
              <span className="list-detail">{person.email}</span>
            </>
          ),
          cells: [messages.roles[person.role], messages.statuses[person.status]],
          menu: [{ name: messages.remove, act: () => change.run({ person, method: 'DELETE' }) }],
        })}
      />
    </Page>
  )
}

function ToGroups(): ReactNode {
  const messages = useMessages(groupMessages)
  return (
    <p className="group-back">
      <Link to="/admin/groups">{messages.groups}</Link>
    </p>
  )
}
