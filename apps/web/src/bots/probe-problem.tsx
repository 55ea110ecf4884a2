import { KenProblem } from '@ken/client'
import type { ReactNode } from 'react'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Fault } from './fault.tsx'

type ProbeProblemProps = { readonly error: unknown; readonly lead: string }

/** Why the server refused the bot, in words. */
export function ProbeProblem({ error, lead }: ProbeProblemProps): ReactNode {
  if (!(error instanceof KenProblem) || error.code !== 'PROBE_FAILED')
    return <Problem error={error} />
  return (
    <Notice kind="fault" role="alert">
      <Fault reason={error.reason} detail={error.detail} lead={lead} />
    </Notice>
  )
}
