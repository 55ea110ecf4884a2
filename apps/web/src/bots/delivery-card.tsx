import type { ReactNode } from 'react'
import { useLanguage } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Card } from '../ui/display/card.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Table } from '../ui/display/table.tsx'
import { useBotWords } from './bot-kit.ts'
import type { Delivery, DropReason } from './bot.ts'
import { Fault } from './fault.tsx'

/** Whether messages to the bot arrive, and which ones were left unanswered. */
export function DeliveryCard({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const messages = useBotWords()
  const { state, since, reason, detail } = delivery
  return (
    <Card title={messages.delivery}>
      <p>
        {state === 'listening' ? messages.listening : messages.notConnected}
        {since !== null && (
          <>
            {' '}
            {messages.since}: <Moment value={since} />.
          </>
        )}
      </p>
      {delivery.catching_up && <p>{messages.catchingUp}</p>}
      {reason !== null && <Fault reason={reason} detail={detail} />}
      <Drops dropped={delivery.dropped} />
    </Card>
  )
}

function Drops({ dropped }: Pick<Delivery, 'dropped'>): ReactNode {
  const messages = useBotWords()
  const language = useLanguage()
  const reasons = (Object.keys(messages.drops) as DropReason[]).filter(
    (reason) => (dropped[reason] ?? 0) > 0,
  )
  return (
    <>
      <h3>{messages.dropped}</h3>
      {reasons.length === 0 && <p>{messages.droppedNone}</p>}
      {reasons.length > 0 && (
        <Table label={messages.dropped} columns={[messages.why, messages.count]} hasActs={false}>
          {reasons.map((reason) => (
            <tr key={reason}>
              <th scope="row">{messages.drops[reason]}</th>
              <td>{numberInWords(dropped[reason] ?? 0, language)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
