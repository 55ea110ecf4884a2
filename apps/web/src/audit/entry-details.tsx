import { useState, type ReactNode } from 'react'
import type { Entry } from '../audit-words/entry.ts'
import { useSentence } from '../audit-words/use-sentence.ts'
import { useMessages } from '../language/use-messages.ts'
import type { Filters } from '../list/use-filters.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { auditMessages } from './messages.ts'
import './entry-details.css'

type KnownProps = { readonly entry: Entry; readonly onFilter: Filters['set'] }
type EntryDetailsProps = KnownProps & {
  /** What a narrow screen shows here instead of in columns. */
  readonly brief: ReactNode
}

/** What was done in a sentence; opened, everything that is known about it, which a closed entry does not draw. */
export function EntryDetails({ entry, brief, onFilter }: EntryDetailsProps): ReactNode {
  const sentence = useSentence()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="entry-brief">{brief}</div>
      <details className="entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{sentence(entry)}</summary>
        {isOpen && <Known entry={entry} onFilter={onFilter} />}
      </details>
    </>
  )
}

function Known({ entry, onFilter }: KnownProps): ReactNode {
  const messages = useMessages(auditMessages)
  const links = [
    { text: messages.ofRequest, name: 'request_id', value: entry.request_id },
    { text: messages.ofSession, name: 'session_id', value: entry.session_id },
    { text: messages.ofPerson, name: 'actor_id', value: entry.actor_id },
    { text: messages.ofTarget, name: 'target', value: entry.target },
  ]
  return (
    <>
      <Facts
        facts={[
          { term: messages.entry, value: entry.id },
          { term: messages.time, value: entry.at },
          { term: messages.action, value: entry.action },
          { term: messages.target, value: entry.target },
          { term: messages.address, value: entry.address ?? '–' },
          { term: messages.session, value: entry.session_id ?? '–' },
          { term: messages.key, value: entry.key_id ?? '–' },
          { term: messages.request, value: entry.request_id ?? '–' },
          ...Object.entries(entry.meta).map(([term, value]) => ({ term, value: String(value) })),
        ]}
      />
      <ButtonRow>
        {links.map(
          ({ text, name, value }) =>
            value !== null && (
              <Button key={name} kind="link" onClick={() => onFilter(name, value)}>
                {text}
              </Button>
            ),
        )}
      </ButtonRow>
    </>
  )
}
