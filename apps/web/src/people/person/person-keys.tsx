import { useId, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Code } from '../../ui/display/code.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { peopleMessages } from '../messages.ts'
import { useKeysOf, type PersonKey } from './use-person.ts'

/** The newest working keys of a person. */
export function PersonKeys({ id }: { readonly id: string }): ReactNode {
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
      {data !== undefined && <KeyLines keys={data.data} />}
    </section>
  )
}

/** Keys by name, with their last use. */
export function KeyLines({ keys }: { readonly keys: readonly PersonKey[] }): ReactNode {
  const messages = useMessages(peopleMessages)
  return (
    <ul role="list" className="person-lines">
      {keys.map(({ id, name, prefix, last_used_at: last }) => (
        <li key={id} className="person-line">
          <span>
            {name} <Code>{prefix}…</Code>
          </span>
          <span className="person-quiet">
            {messages.lastUsed} {last === null ? messages.never : <Moment value={last} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
