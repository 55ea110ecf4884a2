import type { ReactNode } from 'react'
import { useBotWords } from './bot-kit.ts'

type FaultProps = {
  /** Of a closed list, which an older or newer server may have changed. */
  readonly reason: string | null
  /** What the server says about it, in English. */
  readonly detail: string | null
  readonly lead?: string
}

/** What is wrong with a bot, in words. What the server says is folded. */
export function Fault({ reason, detail, lead = '' }: FaultProps): ReactNode {
  const messages = useBotWords()
  return (
    <>
      <p>
        {lead} {messages.faults[reason ?? ''] ?? messages.otherFault(reason ?? '–')}
      </p>
      {detail !== null && (
        <details>
          <summary>{messages.details}</summary>
          <p lang="en">{detail}</p>
        </details>
      )}
    </>
  )
}
