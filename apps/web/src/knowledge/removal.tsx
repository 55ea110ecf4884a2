import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Code } from '../ui/display/code.tsx'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Moment } from '../ui/time/moment.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { knowledgeMessages } from './messages.ts'
import { useForgetSources, useRequestRemoval, type Source } from './use-sources.ts'

type RemovalProps = { readonly source: Source; readonly since: string }

/** Since when a source is being removed, and why that fails, with another attempt. */
export function Removal({ source, since }: RemovalProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const ui = useMessages(uiMessages)
  const forgetSources = useForgetSources()
  const { source: name, removal_failure: failure } = source
  const act = useAct(useRequestRemoval(), forgetSources)
  if (failure === null)
    return (
      <span className="source-detail">
        <Badge kind="caution">{messages.isBeingRemoved}</Badge> <Moment value={since} />
      </span>
    )
  return (
    <div className="source-detail">
      <Badge kind="fault">{messages.removalFails}</Badge> <Moment value={since} />
      <p>
        {messages.removalReasons[failure.reason]}{' '}
        {failure.is_final ? messages.removalStopped : messages.removalRetried}
        {failure.job_id !== null && (
          <>
            {' '}
            {messages.job}: <Code>{failure.job_id}</Code>
          </>
        )}
      </p>
      <ActButton
        kind="secondary"
        aria-label={`${ui.tryAgain}: ${name}`}
        act={act}
        onClick={() => act.run(name)}
      >
        {ui.tryAgain}
      </ActButton>
      {act.error !== null && <Problem error={act.error} />}
    </div>
  )
}
