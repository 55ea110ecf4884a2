import { Link } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { area, groupsPath, type Group } from './groups.ts'
import { groupMessages } from './messages.ts'
import { NewGroup } from './new-group.tsx'

/** All groups, with what depends on them. */
export function GroupsScreen(): ReactNode {
  const messages = useMessages(groupMessages)
  const language = useLanguage()
  const filters = useFilters({ q: null })
  const list = useList<Group>({ area, path: groupsPath, filters: filters.values })
  const [deleting, setDeleting] = useState<Group | null>(null)
  const row = useCallback(
    (group: Group) => ({
      title: group.slug,
      head: (
        <Link to="/admin/groups/$slug" params={{ slug: group.slug }}>
          {group.slug}
        </Link>
      ),
      cells: [
        numberInWords(group.member_count, language),
        numberInWords(group.document_count, language),
        <Moment key="created" value={group.created_at} />,
      ],
      menu: [{ name: messages.delete, act: () => setDeleting(group) }],
    }),
    [messages, language],
  )
  return (
    <Page title={messages.groups} lead={messages.groupsLead}>
      <NewGroup />
      <FilterBar filters={filters}>
        <TypedFilter filters={filters} name="q" label={messages.findGroup} />
      </FilterBar>
      <ListView
        label={messages.groups}
        columns={[messages.name, messages.members, messages.documents, messages.created]}
        list={list}
        filters={filters}
        order={messages.byName}
        empty={<p>{messages.noGroups}</p>}
        keyOf={({ slug }) => slug}
        row={row}
      />
      {deleting !== null && <DeleteGroup group={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}
