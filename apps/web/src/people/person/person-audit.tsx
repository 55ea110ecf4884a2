import { useId, useState, type ReactNode } from 'react'
import { auditWords } from '../../audit-words/messages.ts'
import { actorOf } from '../../audit-words/sentence.ts'
import { useSentence } from '../../audit-words/use-sentence.ts'
import { useMessages } from '../../language/use-messages.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { peopleMessages } from '../messages.ts'
import { useAuditOf } from './use-person.ts'

/** The latest audit entries about a person, on demand. */
export function PersonAudit({ id }: { readonly id: string }): ReactNode {
  const messages = useMessages(peopleMessages)
  const words = useMessages(auditWords)
  const sentence = useSentence()
  const heading = useId()
  const [isWanted, setWanted] = useState(false)
  const { data, error, refetch, isFetching } = useAuditOf(id, isWanted)
  return (
    <section className="person-section" aria-labelledby={heading}>
      <h2 id={heading} className="person-heading">
        {messages.audit}
      </h2>
      {data === undefined && (
        <Button kind="secondary" isBusy={isFetching} onClick={() => setWanted(true)}>
          {messages.showAudit}
        </Button>
      )}
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data?.data.length === 0 && <p role="status">{messages.noAudit}</p>}
      {data !== undefined && (
        <ol role="list" className="person-lines" aria-label={messages.audit}>
          {data.data.map((entry) => (
            <li key={entry.id} className="person-line">
              <span>
                {actorOf(entry, words)} {sentence(entry)}
              </span>
              {entry.outcome === 'failure' && <Badge kind="fault">{messages.failed}</Badge>}
              <Moment value={entry.at} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
