import type { SearchAnswer } from '@ken/client'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import type { Asked } from './asked.ts'
import { searchMessages } from './messages.ts'
import { NothingFound } from './nothing-found.tsx'
import { focusField, focusResult } from './result-focus.ts'
import { Result } from './result.tsx'
import { useSearch } from './use-search.ts'
import './results.css'

type ResultsProps = { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }

/** How many results are shown, from one press of "More" to the next. */
const limits = [10, 20, 50] as const

/** What a search finds, best first, and each other outcome of it. */
export function Results({ asked, onAsk }: ResultsProps): ReactNode {
  const messages = useMessages(searchMessages)
  const [limit, setLimit] = useState<number>(limits[0])
  const search = useSearch(asked, limit)
  // If more cannot be read, those of before stay.
  const [last, setLast] = useState(search.data)
  if (search.data !== undefined && search.data !== last) setLast(search.data)
  const data = search.data ?? last
  const firstNew = useRef(0)
  const shown = search.isPlaceholderData ? 0 : (search.data?.results.length ?? 0)
  useEffect(() => {
    if (firstNew.current > 0 && shown > firstNew.current && focusResult(firstNew.current))
      firstNew.current = 0
  }, [shown])
  if (search.error !== null && data === undefined)
    return <Problem error={search.error} onTryAgain={() => void search.refetch()} />
  const isAgain = search.isRefetching && !search.isPlaceholderData
  if (data === undefined || (isAgain && data.results.length === 0))
    return <Skeleton rows={4} label={messages.searching} />
  const notice = data.degraded && <Notice kind="caution">{messages.degraded}</Notice>
  if (data.results.length === 0)
    return (
      <>
        {notice}
        <NothingFound asked={asked} onAsk={onAsk} />
      </>
    )
  return (
    <section className="results" aria-label={messages.count(data.results.length)}>
      <p className="results-count" role="status">
        {isAgain ? messages.searching : messages.count(data.results.length)}
      </p>
      {notice}
      {search.isRefetchError && (
        <Problem error={search.error} onTryAgain={() => void search.refetch()} />
      )}
      <ResultList results={data.results} />
      <More
        limit={limit}
        count={data.results.length}
        isBusy={search.isPlaceholderData}
        error={search.data === undefined ? search.error : null}
        onMore={(next) => {
          firstNew.current = data.results.length
          if (search.data === undefined) void search.refetch()
          else if (next !== undefined) setLimit(next)
        }}
      />
    </section>
  )
}

/** Arrow keys move along the results, and Escape leads back to the field. */
function ResultList({ results }: Pick<SearchAnswer, 'results'>): ReactNode {
  return (
    <ol className="results-list" role="list">
      {results.map((result, position) => (
        <li
          key={result.id}
          onKeyDown={(event) => {
            if (event.key === 'Escape') focusField()
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            if (position + step < 0 || !focusResult(position + step)) focusField()
          }}
        >
          <Result result={result} />
        </li>
      ))}
    </ol>
  )
}

type MoreProps = {
  readonly limit: number
  readonly count: number
  readonly isBusy: boolean
  /** Why the last ones could not be read. */
  readonly error: Error | null
  readonly onMore: (limit: number | undefined) => void
}

function More({ limit, count, isBusy, error, onMore }: MoreProps): ReactNode {
  const messages = useMessages(searchMessages)
  const next = limits.find((one) => one > limit)
  const isOver = !isBusy && error === null
  if (count < limit && isOver) return null
  if (next === undefined && isOver) return <p className="results-count">{messages.most}</p>
  return (
    <div>
      {error !== null && <Problem error={error} />}
      <ActButton kind="secondary" act={{ isBusy, error }} onClick={() => onMore(next)}>
        {messages.more}
      </ActButton>
    </div>
  )
}
