import { Link } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { KeyEnd } from '../keys/key-end.tsx'
import { keyMessages } from '../keys/messages.ts'
import { RevokeKey } from '../keys/revoke-key.tsx'
import { UnstoredKeyNotices } from '../keys/unstored-key.tsx'
import { keysPath, type Key } from '../keys/use-keys.ts'
import { WeekBars } from '../keys/week-bars.tsx'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListView } from '../list/list-view.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { SelectionBar } from '../list/selection-bar.tsx'
import { TypedFilter } from '../list/typed-filter.tsx'
import { useFilters, type Filters } from '../list/use-filters.ts'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { Code } from '../ui/display/code.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Page } from '../ui/page/page.tsx'
import { creatorOf, ownerOf } from './owner.ts'
import { allKeysMessages } from './messages.ts'
import { RevokeKeys } from './revoke-keys.tsx'

const filterForm = {
  q: null,
  status: ['active', 'revoked', 'expired', 'orphaned', 'built_in'],
  kind: ['personal', 'service'],
  ends: ['7', '30', 'never'],
  unused_for_days: ['30', '90'],
} as const

/** The API has two filters for the end of a key, which exclude each other. */
const wireFilters = ({ ends, ...values }: Filters['values']): Filters['values'] => ({
  ...values,
  ...(ends !== undefined &&
    (ends === 'never' ? { never_expires: 'true' } : { expires_within_days: ends })),
})

/** The keys of everyone, to find one or to revoke many. */
export function AllKeysScreen(): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const filters = useFilters(filterForm)
  // Below `keys`, so that an act on a key reads the list again.
  const list = useList<Key>({
    area: 'keys',
    path: keysPath('admin'),
    filters: wireFilters(filters.values),
  })
  const selection = useSelection<Key>()
  const [revoking, setRevoking] = useState<Key | 'selected' | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  const row = useKeyRow(setRevoking)
  return (
    <Page
      title={all.allKeys}
      lead={all.lead}
      done={revoked === null ? null : messages.revoked(revoked)}
      acts={
        <Link className="button" data-kind="primary" to="/admin/keys/new">
          {messages.newKey}
        </Link>
      }
    >
      <UnstoredKeyNotices scope="admin" isList />
      <KeyFilters filters={filters} />
      <SelectionBar
        selection={selection}
        acts={[{ name: messages.revoke, act: () => setRevoking('selected') }]}
      />
      <ListView
        label={all.allKeys}
        columns={[
          messages.key,
          all.owner,
          messages.status,
          messages.lastUsed,
          messages.expires,
          messages.week,
        ]}
        list={list}
        filters={filters}
        order={all.newest}
        empty={<p>{all.empty}</p>}
        keyOf={({ id }) => id}
        row={row}
        selection={selection}
      />
      {revoking === 'selected' && (
        <RevokeKeys
          keys={selection.items}
          onDone={selection.keep}
          onClose={() => setRevoking(null)}
        />
      )}
      {revoking !== null && revoking !== 'selected' && (
        <RevokeKey
          scope="admin"
          apiKey={revoking}
          onClose={(isRevoked) => {
            setRevoking(null)
            if (isRevoked) setRevoked(revoking.name)
          }}
        />
      )}
    </Page>
  )
}

/** How a key is drawn as a row. */
function useKeyRow(onRevoke: (key: Key) => void) {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  return useCallback(
    (key: Key) => {
      const calls = key.week.reduce((sum, day) => sum + day, 0)
      return {
        title: key.name,
        head: (
          <>
            <Link to={`/admin/keys/${key.id}`}>{key.name}</Link>
            <Code className="list-detail">{key.prefix}…</Code>
          </>
        ),
        cells: [
          <KeyOwner key="owner" apiKey={key} />,
          messages.statuses[key.status],
          key.last_used_at === null ? messages.never : <Moment value={key.last_used_at} />,
          <KeyEnd key="end" apiKey={key} />,
          <WeekBars
            key="week"
            days={key.week}
            label={messages.weekTotal(numberInWords(calls, language))}
          />,
        ],
        menu: key.revoked_at === null ? [{ name: messages.revoke, act: () => onRevoke(key) }] : [],
        isEnded: key.status === 'revoked' || key.status === 'expired',
      }
    },
    [all, messages, language, onRevoke],
  )
}

function KeyOwner({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const all = useMessages(allKeysMessages)
  return (
    <>
      <LongText>{ownerOf(apiKey, all)}</LongText>
      <span className="list-detail">{creatorOf(apiKey, all)}</span>
    </>
  )
}

function KeyFilters({ filters }: { readonly filters: Filters }): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const choices: ReadonlyArray<readonly [string, string, Readonly<Record<string, string>>]> = [
    ['status', messages.status, messages.statuses],
    ['kind', all.kind, all.kinds],
    ['ends', all.ending, all.endings],
    ['unused_for_days', all.unused, all.unusedFor],
  ]
  return (
    <FilterBar filters={filters}>
      <TypedFilter filters={filters} name="q" label={all.find} />
      {choices.map(([name, label, options]) => (
        <SelectFilter key={name} filters={filters} name={name} label={label} options={options} />
      ))}
    </FilterBar>
  )
}
