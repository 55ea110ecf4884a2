import { KenProblem } from '@ken/client'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { momentInWords } from '../language/words.ts'
import { Button } from '../ui/buttons/button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { listMessages } from './messages.ts'
import { Pager } from './pager.tsx'
import type { Filters } from './use-filters.ts'
import type { List } from './use-list.ts'
import './list-view.css'

type ListViewProps<Item> = Omit<ListTableProps<Item>, 'items' | 'isStale'> & {
  readonly list: List<Item>
  readonly filters?: Filters
  /** Why nothing can match the filters, if that is known. */
  readonly contradiction?: string | undefined
  /** The order of the rows, such as "by address". */
  readonly order: string
  /** What the list is for and how to get its first row. */
  readonly empty: ReactNode
}

/** One page of a list in each of its states, with the way to the others. */
export function ListView<Item>(props: ListViewProps<Item>): ReactNode {
  const { list, filters, contradiction, order, empty, ...table } = props
  const ui = useMessages(uiMessages)
  const { items, isStale, error, paging } = list
  const isEmpty = items?.length === 0
  // The page of before may have been empty for other filters.
  const isWaiting = error === null && (items === undefined || (isEmpty && isStale))
  return (
    <div className="list">
      {error !== null && <ListProblem list={list} />}
      {isWaiting && <Skeleton rows={6} label={ui.loading} />}
      {isEmpty && !isWaiting && (
        <Empty filters={filters} contradiction={contradiction}>
          {empty}
        </Empty>
      )}
      {items !== undefined && items.length > 0 && (
        <ListTable {...table} items={items} isStale={isStale} />
      )}
      {items !== undefined && (items.length > 0 || paging.page !== 1) && (
        <Pager list={list} order={order} count={items.length} />
      )}
    </div>
  )
}

type EmptyProps = {
  readonly filters: Filters | undefined
  readonly contradiction: string | undefined
  readonly children: ReactNode
}

function Empty({ filters, contradiction, children }: EmptyProps): ReactNode {
  const messages = useMessages(listMessages)
  const isFiltered = filters !== undefined && Object.keys(filters.values).length > 0
  return (
    <div className="list-empty">
      {isFiltered ? (
        <>
          <p role="status">{contradiction ?? messages.nothingMatches}</p>
          <Button kind="secondary" onClick={filters.clear}>
            {messages.clearFilters}
          </Button>
        </>
      ) : (
        children
      )}
    </div>
  )
}

function ListProblem<Item>({ list }: { readonly list: List<Item> }): ReactNode {
  const messages = useMessages(listMessages)
  const language = useLanguage()
  const { error, items, paging, readAt, readAgain } = list
  const isLost = error instanceof KenProblem && error.status === 400 && paging.cursor !== undefined
  if (isLost)
    return (
      <Notice kind="fault" role="alert">
        <p>{messages.lostPage}</p>
        <Button kind="secondary" onClick={() => paging.setLimit(paging.limit)}>
          {messages.toFirstPage}
        </Button>
      </Notice>
    )
  return (
    <>
      <Problem error={error} onTryAgain={readAgain} />
      {items !== undefined && (
        <p className="list-age">{messages.readAt(momentInWords(readAt, language))}</p>
      )}
    </>
  )
}
