import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Card } from '../ui/display/card.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Table } from '../ui/display/table.tsx'
import { systemMessages } from './messages.ts'
import type { System } from './use-system.ts'

/** The processes of Ken that run, with their versions. */
export function Processes({ processes }: Pick<System, 'processes'>): ReactNode {
  const messages = useMessages(systemMessages)
  const columns = [messages.process, messages.version, messages.started, messages.seen]
  return (
    <Card title={messages.processes}>
      <Table label={messages.processes} columns={columns} hasActs={false}>
        {processes.map(({ role, version, started_at, seen_at }, place) => (
          <tr key={`${started_at} ${role} ${place}`}>
            <th scope="row">{messages.roles[role]}</th>
            <td>{version}</td>
            <td>
              <Moment value={started_at} />
            </td>
            <td>
              <Moment value={seen_at} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
