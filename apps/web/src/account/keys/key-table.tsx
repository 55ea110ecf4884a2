import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KeyEnd } from '../../keys/key-end.tsx'
import { keyMessages } from '../../keys/messages.ts'
import type { Key } from '../../keys/use-keys.ts'
import { WeekBars } from '../../keys/week-bars.tsx'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { Code } from '../../ui/display/code.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { LongText } from '../../ui/display/long-text.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Table } from '../../ui/display/table.tsx'
import './key-table.css'

type KeyTableProps = { readonly keys: readonly Key[]; readonly onRevoke: (key: Key) => void }

export function KeyTable({ keys, onRevoke }: KeyTableProps): ReactNode {
  const messages = useMessages(keyMessages)
  const columns = [
    messages.key,
    messages.sources,
    messages.lastUsed,
    messages.expires,
    messages.week,
    messages.acts,
  ]
  return (
    <Table label={messages.keys} columns={columns}>
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </Table>
  )
}

type RowProps = { readonly apiKey: Key; readonly onRevoke: () => void }

function Row({ apiKey, onRevoke }: RowProps): ReactNode {
  const messages = useMessages(keyMessages)
  const language = useLanguage()
  const calls = apiKey.week.reduce((sum, day) => sum + day, 0)
  const isLive = apiKey.status === 'active'
  return (
    <tr data-ended={isLive ? undefined : ''}>
      <th scope="row">
        <Link to={`/me/keys/${apiKey.id}`}>{apiKey.name}</Link>
        <Code className="key-prefix">{apiKey.prefix}…</Code>
      </th>
      <td>
        <LongText>
          {apiKey.sources === null ? messages.allSources : apiKey.sources.join(', ')}
        </LongText>
      </td>
      <td>
        {apiKey.last_used_at === null ? messages.never : <Moment value={apiKey.last_used_at} />}
      </td>
      <td>{isLive ? <KeyEnd apiKey={apiKey} /> : messages.statuses[apiKey.status]}</td>
      <td>
        <WeekBars days={apiKey.week} label={messages.weekTotal(numberInWords(calls, language))} />
      </td>
      <td>
        {isLive && (
          <Button
            kind="secondary"
            aria-label={`${messages.revoke}: ${apiKey.name}`}
            onClick={onRevoke}
          >
            {messages.revoke}
          </Button>
        )}
      </td>
    </tr>
  )
}
