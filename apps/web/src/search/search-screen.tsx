import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useTitle } from '../ui/page/use-title.ts'
import { useOwnSources } from '../sources/use-source-names.ts'
import { Notice } from '../ui/page/notice.tsx'
import { askedOf, hashOf, type Asked } from './asked.ts'
import { searchMessages } from './messages.ts'
import { NothingYet } from './nothing-yet.tsx'
import { Results } from './results.tsx'
import { SearchForm } from './search-form.tsx'
import { SourceFilter } from './source-filter.tsx'
import { useSearchAgain } from './use-search.ts'
import './search-screen.css'

const queryLengthMax = 2_000

/** The home: one field, then what it finds. The words are in the fragment of the address only. */
export function SearchScreen(): ReactNode {
  const messages = useMessages(searchMessages)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const searchAgain = useSearchAgain()
  const asked = askedOf(hash)
  const isIdle = asked.query === ''
  const isTooLong = asked.query.length > queryLengthMax
  // Another search starts again with the best results.
  const [searched, setSearched] = useState(hash)
  const [round, setRound] = useState(0)
  if (searched !== hash) {
    setSearched(hash)
    setRound(round + 1)
  }
  // Not the words: others see the titles of windows, such as on a shared screen.
  useTitle(messages.title)
  const ask = (next: Asked) => {
    // The address stays the same, and would send nothing.
    if (hashOf(next) === hashOf(asked)) void searchAgain(next)
    else void navigate({ to: '/', hash: hashOf(next) })
  }
  return (
    <div className="search" data-idle={isIdle || undefined}>
      <h1 className={isIdle ? 'search-welcome' : 'visually-hidden'}>
        {isIdle ? messages.welcome : messages.title}
      </h1>
      <SearchForm
        key={`${asked.query} ${isIdle}`}
        asked={asked}
        onAsk={(query) => ask({ ...asked, query })}
      />
      {isIdle && <Help />}
      {isTooLong && (
        <Notice kind="fault" role="alert">
          {messages.tooLong}
        </Notice>
      )}
      {!isIdle && !isTooLong && (
        <>
          <SourceFilter asked={asked} onAsk={ask} />
          <Results key={round} asked={asked} onAsk={ask} />
        </>
      )}
    </div>
  )
}

function Help(): ReactNode {
  const messages = useMessages(searchMessages)
  const { sources } = useOwnSources()
  if (sources?.length === 0) return <NothingYet />
  return <p className="search-help">{messages.help}</p>
}
