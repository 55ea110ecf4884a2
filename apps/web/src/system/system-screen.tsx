import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Card } from '../ui/display/card.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Table } from '../ui/display/table.tsx'
import { useSliced } from '../ui/page/use-sliced.ts'
import { DeadLetters } from './dead-letters.tsx'
import { systemMessages } from './messages.ts'
import { Parts } from './parts.tsx'
import { Processes } from './processes.tsx'
import { TestEmail } from './test-email.tsx'
import { useDeadLetters, useSystem, type System } from './use-system.ts'
import { WhatsNew } from './whats-new.tsx'

/** Whether the parts of Ken work, what waits in the queue, and what has failed. */
export function SystemScreen(): ReactNode {
  const messages = useMessages(systemMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch, isPending } = useSystem()
  const deadLetters = useDeadLetters()
  const isWaiting = useSliced(isPending || deadLetters.isPending)
  return (
    <Page
      title={messages.system}
      lead={messages.lead}
      acts={data && <CopyButton text={reportOf(data)} label={messages.copyReport} isNamed />}
    >
      {/* All at once: what comes later would move the rest. */}
      {isWaiting ? (
        <Skeleton rows={3} label={ui.loading} />
      ) : (
        <>
          {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
          {data !== undefined && (
            <>
              <Parts parts={data.parts} />
              <Processes processes={data.processes} />
              <Queue queue={data.queue} />
            </>
          )}
          {/* With its own query, it would read again after a failure and hide the error. */}
          <DeadLetters read={deadLetters} />
          <TestEmail />
          {data !== undefined && <WhatsNew version={data.version} />}
        </>
      )}
    </Page>
  )
}

/** States and numbers only: no address, no name, no secret. */
const reportOf = ({ version, processes, parts, queue }: System): string =>
  [
    `version: ${version}`,
    ...processes.map(
      ({ role, version: its, started_at }) => `${role}: ${its}, started ${started_at}`,
    ),
    ...parts.map(({ part, state }) => `${part}: ${state}`),
    `queue stalled: ${queue.is_stalled}`,
    ...queue.counts.map(
      ({ kind, waiting, delayed, running, dead_lettered: dead }) =>
        `${kind}: waiting ${waiting}, delayed ${delayed}, running ${running}, dead-lettered ${dead}`,
    ),
  ].join('\n')

function Queue({ queue }: Pick<System, 'queue'>): ReactNode {
  const messages = useMessages(systemMessages)
  const language = useLanguage()
  const columns = [
    messages.kind,
    messages.waiting,
    messages.delayed,
    messages.running,
    messages.failed,
  ]
  return (
    <Card title={messages.queue}>
      {queue.is_stalled && <Notice kind="fault">{messages.stalled}</Notice>}
      <Table label={messages.queue} columns={columns} hasActs={false}>
        {queue.counts.map(({ kind, waiting, delayed, running, dead_lettered: dead }) => (
          <tr key={kind}>
            <th scope="row">{messages.kinds[kind]}</th>
            {Object.entries({ waiting, delayed, running, dead }).map(([state, count]) => (
              <td key={state}>{numberInWords(count, language)}</td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  )
}
