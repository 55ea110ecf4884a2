import { KenProblem } from '@ken/client'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { useBotWords } from './bot-kit.ts'

type ProbeProblemProps = { readonly error: unknown; readonly lead: string }

/** Why the server refused the bot, in words, with the advice of the server. */
export function ProbeProblem({ error, lead }: ProbeProblemProps): ReactNode {
  const messages = useBotWords()
  if (!(error instanceof KenProblem) || error.code !== 'PROBE_FAILED')
    return <Problem error={error} />
  return (
    <Notice kind="fault" role="alert">
      <p>
        {lead} {messages.faults[error.reason ?? ''] ?? error.detail}
      </p>
      <details>
        <summary>{messages.details}</summary>
        <p>{error.detail}</p>
      </details>
    </Notice>
  )
}
