import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Code } from '../../ui/display/code.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { peopleMessages } from '../messages.ts'
import { useKeysOf, type PersonCard, type PersonKey } from './use-person.ts'

/** The newest working keys of a person, and the way to each and to the others. */
export function PersonKeys({ id, email }: Pick<PersonCard, 'id' | 'email'>): ReactNode {
  const messages = useMessages(peopleMessages)
  const heading = useId()
  const { data, error, refetch } = useKeysOf(id)
  return (
    <section className="person-section" aria-labelledby={heading}>
      <h2 id={heading} className="person-heading">
        {messages.keys}
      </h2>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data?.data.length === 0 && <p className="person-quiet">{messages.noKeys}</p>}
      {data !== undefined && <KeyLines keys={data.data} isLinked />}
      {data !== undefined && data.next_cursor !== null && (
        <Link to="/admin/keys" search={{ q: email, status: 'active' }}>
          {messages.allKeys}
        </Link>
      )}
    </section>
  )
}

type KeyLinesProps = {
  readonly keys: readonly PersonKey[]
  /** Whether each leads to its page. */
  readonly isLinked?: boolean
}

/** Keys by name, with their last use. */
export function KeyLines({ keys, isLinked = false }: KeyLinesProps): ReactNode {
  const messages = useMessages(peopleMessages)
  return (
    <ul role="list" className="person-lines">
      {keys.map(({ id, name, prefix, last_used_at: last }) => (
        <li key={id} className="person-line">
          <span>
            {isLinked ? <Link to={`/admin/keys/${id}`}>{name}</Link> : name} <Code>{prefix}…</Code>
          </span>
          <span className="person-quiet">
            {messages.lastUsed} {last === null ? messages.never : <Moment value={last} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
