import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Card } from '../ui/display/card.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Table } from '../ui/display/table.tsx'
import { useActQueue } from '../ui/acts/use-act-queue.ts'
import { systemMessages } from './messages.ts'
import {
  deadLettersPath,
  useForgetSystem,
  type DeadLetter,
  type useDeadLetters,
} from './use-system.ts'

/** In place of the id of one job. */
const allJobs = ''

type DeadLettersProps = { readonly read: ReturnType<typeof useDeadLetters> }

/** Jobs that are no longer retried, with why, and another attempt for one or for all. */
export function DeadLetters({ read }: DeadLettersProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(systemMessages)
  const language = useLanguage()
  const forgetSystem = useForgetSystem()
  const [done, setDone] = useState<string | null>(null)
  const { data, error, refetch } = read
  const act = useActQueue(
    (id) => id,
    (id: string) =>
      client.request<Contract['RetriedJobs']>(`${deadLettersPath}/retry`, {
        method: 'POST',
        json: id === allJobs ? {} : { ids: [id] },
      }),
    ({ retried }) => {
      forgetSystem()
      setDone(messages.retried(numberInWords(retried.length, language)))
    },
  )
  const retry = (id: string) => {
    setDone(null)
    act.run(id)
  }
  const isGone = act.error instanceof KenProblem && act.error.status === 404
  return (
    <Card title={messages.deadLetters} done={done}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {isGone && <Notice kind="caution">{messages.gone}</Notice>}
      {act.error !== null && !isGone && <Problem error={act.error} />}
      {data?.data.length === 0 && <p>{messages.noDeadLetters}</p>}
      {data !== undefined && data.data.length > 0 && (
        <>
          <Letters
            letters={data.data}
            isBusy={(id) => act.has(id) || act.has(allJobs)}
            onRetry={retry}
          />
          <div>
            <ActButton kind="secondary" act={act} onClick={() => retry(allJobs)}>
              {messages.retryAll}
            </ActButton>
          </div>
        </>
      )}
    </Card>
  )
}

type LettersProps = {
  readonly letters: readonly DeadLetter[]
  readonly isBusy: (id: string) => boolean
  readonly onRetry: (id: string) => void
}

function Letters({ letters, isBusy, onRetry }: LettersProps): ReactNode {
  const messages = useMessages(systemMessages)
  const language = useLanguage()
  const columns = [messages.kind, messages.failedAt, messages.attempts, messages.why, messages.acts]
  return (
    <Table label={messages.deadLetters} columns={columns}>
      {letters.map(({ id, kind, attempts, failed_at, reason, fault }) => (
        <tr key={id}>
          <th scope="row">{messages.kinds[kind]}</th>
          <td>
            <Moment value={failed_at} />
          </td>
          <td>{numberInWords(attempts, language)}</td>
          <td data-wraps>
            {fault === null ? messages.workerDied : messages.jobFaults[fault]}
            {reason !== null && reason !== 'failed' && (
              <details>
                <summary>{messages.faultDetails}</summary>
                <p lang="en">{reason}</p>
              </details>
            )}
          </td>
          <td>
            <Button
              kind="secondary"
              aria-label={`${messages.retry}: ${messages.kinds[kind]}`}
              isBusy={isBusy(id)}
              onClick={() => onRetry(id)}
            >
              {messages.retry}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  )
}
