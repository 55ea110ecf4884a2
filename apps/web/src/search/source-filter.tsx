import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import type { Asked } from './asked.ts'
import { searchMessages } from './messages.ts'
import { useOwnSources } from '../sources/use-source-names.ts'
import './source-filter.css'

type SourceFilterProps = { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }

/** Narrows a search to sources. Absent where there is nothing to choose from. */
export function SourceFilter({ asked, onAsk }: SourceFilterProps): ReactNode {
  const messages = useMessages(searchMessages)
  const { sources: own = [] } = useOwnSources()
  const sources = [...new Set([...own, ...asked.sources])].toSorted()
  if (sources.length < 2) return null
  const toggled = (source: string) =>
    asked.sources.includes(source)
      ? asked.sources.filter((one) => one !== source)
      : [...asked.sources, source]
  return (
    <div className="source-filter" role="group" aria-label={messages.sources}>
      <Chip isChosen={asked.sources.length === 0} onChoose={() => onAsk({ ...asked, sources: [] })}>
        {messages.allSources}
      </Chip>
      {sources.map((source) => (
        <Chip
          key={source}
          isChosen={asked.sources.includes(source)}
          onChoose={() => onAsk({ ...asked, sources: toggled(source) })}
        >
          {source}
        </Chip>
      ))}
    </div>
  )
}

type ChipProps = {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Chip = ({ isChosen, onChoose, children }: ChipProps): ReactNode => (
  <button type="button" className="source-chip" aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </button>
)
