import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Badge } from '../ui/display/badge.tsx'
import { Card } from '../ui/display/card.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Table } from '../ui/display/table.tsx'
import { systemMessages } from './messages.ts'
import type { Part, System } from './use-system.ts'
import './parts.css'

const kinds = {
  ok: 'good',
  off: 'plain',
  unknown: 'plain',
  low: 'caution',
  unfinished: 'caution',
  away: 'fault',
  read_only: 'fault',
  missing: 'fault',
  full: 'fault',
} as const satisfies Record<Part['state'], string>

/** The parts and services of Ken, each with its state and what that means. */
export function Parts({ parts }: Pick<System, 'parts'>): ReactNode {
  const messages = useMessages(systemMessages)
  const columns = [messages.part, messages.state, messages.since]
  return (
    <Card title={messages.parts}>
      <Table label={messages.parts} columns={columns} hasActs={false}>
        {parts.map((part) => (
          <tr key={part.part}>
            <th scope="row" className="part">
              {messages.partNames[part.part]}
              <Meaning {...part} />
            </th>
            <td>
              <Badge kind={kinds[part.state]}>{messages.states[part.state]}</Badge>
            </td>
            <td>
              <Moment value={part.since} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

/** The sentence of these says everything. */
const plain: readonly Part['part'][] = ['worker', 'scheduler', 'breach_check', 'disk']

/** What the state means, in words of the console. What the service said is in English, and folded. */
function Meaning({ part, state, reason }: Part): ReactNode {
  const messages = useMessages(systemMessages)
  if (state === 'off') return <span className="part-meaning">{messages.withoutIt[part]}</span>
  if (reason === null) return null
  return (
    <div className="part-meaning">
      {messages.lesserFaults[state] ?? messages.faults[part]}
      {!plain.includes(part) && (
        <details>
          <summary>{messages.faultDetails}</summary>
          <span lang="en">{reason}</span>
        </details>
      )}
    </div>
  )
}
