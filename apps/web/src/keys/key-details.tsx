import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords } from '../language/words.ts'
import { Code } from '../ui/display/code.tsx'
import { Facts, type Fact } from '../ui/display/facts.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { KeyEnd } from './key-end.tsx'
import { keyMessages } from './messages.ts'
import { UsageSection } from './usage-section.tsx'
import type { Key, KeyScope } from './use-keys.ts'

type KeyDetailsProps = {
  readonly scope: KeyScope
  readonly apiKey: Key
  /** What else is known, such as whose key it is. */
  readonly more?: readonly Fact[]
}

/** How one key was used, and what is known about it. */
export function KeyDetails({ scope, apiKey, more = [] }: KeyDetailsProps): ReactNode {
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const { status, sources, last_used_at: last } = apiKey
  return (
    <>
      <UsageSection scope={scope} id={apiKey.id} />
      <h2>{messages.facts}</h2>
      <Facts
        facts={[
          {
            term: messages.status,
            value: messages.statuses[status],
            hint: messages.statusHints[status],
          },
          { term: messages.prefix, value: <Code>{apiKey.prefix}</Code> },
          ...more,
          {
            term: messages.sources,
            value: sources === null ? messages.allSources : sources.join(', '),
          },
          { term: messages.expires, value: <KeyEnd apiKey={apiKey} /> },
          {
            term: messages.lastUsed,
            value: last === null ? messages.never : <Moment value={last} />,
          },
          { term: messages.created, value: dateInWords(new Date(apiKey.created_at), language) },
        ]}
      />
    </>
  )
}
