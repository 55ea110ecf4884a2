import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Select } from '../ui/fields/select.tsx'
import { listMessages } from './messages.ts'
import type { List } from './use-list.ts'
import { limits } from './use-paging.ts'
import './pager.css'

type PagerProps<Item> = {
  readonly list: List<Item>
  readonly order: string
  readonly count: number
}

/** Previous and Next keep the focus: at an end they are off, but stay. */
export function Pager<Item>({ list, order, count }: PagerProps<Item>): ReactNode {
  const messages = useMessages(listMessages)
  const language = useLanguage()
  const { nextCursor, isStale } = list
  const { page, previous, next, limit, setLimit } = list.paging
  const isOnly = page === 1 && nextCursor === null
  const rows = messages.rows(count)
  return (
    <nav className="pager" aria-label={messages.pages}>
      <p className="pager-order">
        {order}
        <span role="status" className="visually-hidden">
          {!isStale && (page === null ? rows : messages.page(numberInWords(page, language), rows))}
        </span>
      </p>
      {(count > limits[0] || !isOnly) && (
        <Select
          label={messages.rowsPerPage}
          name="limit"
          options={limits.map((value) => ({ value: String(value), text: String(value) }))}
          chosen={String(limit)}
          onChoose={(value) => setLimit(Number(value))}
        />
      )}
      {!isOnly && (
        <div className="pager-turns">
          <Button kind="secondary" disabled={page === 1} onClick={previous}>
            {messages.previous}
          </Button>
          <Button
            kind="secondary"
            disabled={nextCursor === null || isStale}
            onClick={() => nextCursor !== null && next(nextCursor)}
          >
            {messages.next}
          </Button>
        </div>
      )}
    </nav>
  )
}
