import type { ReactNode } from 'react'
import { Code } from '../display/code.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { CopyButton } from '../buttons/copy-button.tsx'
import { uiMessages } from '../messages.ts'
import './request-id.css'

/** The id of a request, for a report to the operator. */
export function RequestId({ id }: { readonly id: string }): ReactNode {
  const messages = useMessages(uiMessages)
  return (
    <div className="request-id">
      <span>
        {messages.requestId} <Code>{id}</Code>
      </span>
      <CopyButton text={id} label={messages.copyRequestId} />
    </div>
  )
}
