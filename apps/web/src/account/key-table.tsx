import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords, numberInWords } from '../language/words.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Table } from '../ui/table.tsx'
import { accountMessages } from './messages.ts'
import type { Messages } from './messages.en.ts'
import type { Key } from './use-keys.ts'
import { WeekBars } from './week-bars.tsx'
import './key-table.css'

type KeyTableProps = { readonly keys: readonly Key[]; readonly onRevoke: (key: Key) => void }

export function KeyTable({ keys, onRevoke }: KeyTableProps): ReactNode {
  const messages = useMessages(accountMessages)
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

function Row({
  apiKey,
  onRevoke,
}: {
  readonly apiKey: Key
  readonly onRevoke: () => void
}): ReactNode {
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const calls = apiKey.week.reduce((sum, day) => sum + day, 0)
  const isLive = apiKey.status === 'active'
  return (
    <tr data-ended={isLive ? undefined : ''}>
      <th scope="row">
        {apiKey.name}
        <code className="key-prefix">{apiKey.prefix}…</code>
      </th>
      <td>{apiKey.sources === null ? messages.allSources : apiKey.sources.join(', ')}</td>
      <td>
        {apiKey.last_used_at === null ? messages.never : <Moment value={apiKey.last_used_at} />}
      </td>
      <td>
        {isLive
          ? expiry(apiKey, messages, (date) => dateInWords(date, language))
          : statusOf(apiKey, messages)}
      </td>
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

const expiry = (
  { expires_at }: Key,
  { never }: Messages,
  inWords: (date: Date) => string,
): string => (expires_at === null ? never : inWords(new Date(expires_at)))

const statusOf = ({ status }: Key, messages: Messages): string => {
  const texts: { readonly [status: string]: string } = messages.statuses
  return texts[status] ?? status
}
