import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { listMessages } from './messages.ts'
import type { Filters } from './use-filters.ts'
import './filter-bar.css'

type FilterBarProps = { readonly filters: Filters; readonly children: ReactNode }

/** The filters of a list in one line, and a way to clear them. */
export function FilterBar({ filters, children }: FilterBarProps): ReactNode {
  const messages = useMessages(listMessages)
  return (
    <form
      role="search"
      aria-label={messages.filters}
      className="filter-bar"
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
      {Object.keys(filters.values).length > 0 && (
        <Button kind="link" onClick={filters.clear}>
          {messages.clearFilters}
        </Button>
      )}
    </form>
  )
}
