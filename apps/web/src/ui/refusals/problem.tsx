import { KenProblem, KenSignedOut, unrecognizedCode } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { ActButton } from '../acts/act-button.tsx'
import { uiMessages } from '../messages.ts'
import { Notice } from '../page/notice.tsx'
import { hasNoResponse } from './has-no-response.ts'
import { refusalWords } from './refusals.ts'
import { RequestId } from './request-id.tsx'

type ProblemProps = {
  readonly error: unknown
  readonly onTryAgain?: () => void
}

/** What failed in words, with the request id where there is one. The rest of the screen stays. */
export function Problem({ error, onTryAgain }: ProblemProps): ReactNode {
  const messages = useMessages(uiMessages)
  const textOf = useProblemText()
  // Another attempt that fails has an error of its own.
  const [tried, setTried] = useState<unknown>(null)
  const isBusy = tried !== null && tried === error
  const tryAgain = () => {
    setTried(error)
    onTryAgain?.()
  }
  return (
    <Notice kind="fault" role="alert">
      <p>{textOf(error)}</p>
      {error instanceof KenProblem && error.requestId !== null && (
        <RequestId id={error.requestId} />
      )}
      {onTryAgain !== undefined && !isNothing(error) && (
        <ActButton kind="secondary" act={{ isBusy, error }} onClick={tryAgain}>
          {messages.tryAgain}
        </ActButton>
      )}
    </Notice>
  )
}

/** There is nothing for this person at the address, and will not be after another attempt. */
const isNothing = (error: unknown): boolean =>
  error instanceof KenProblem && error.code === 'NOT_FOUND'

/** The words for an error of which a screen knows nothing in particular. */
export function useProblemText(): (error: unknown) => string {
  const messages = useMessages(uiMessages)
  const refusal = useMessages(refusalWords)
  return (error) => {
    // The server describes for programs how to authenticate.
    const isOver = error instanceof KenProblem && error.status === 401
    if (isOver || error instanceof KenSignedOut) return messages.sessionOver
    if (!(error instanceof KenProblem) || hasNoResponse(error)) return messages.noResponse
    if (error.status === 429) return messages.tooManyAttempts
    if (error.status === 503) return messages.busy
    // A proxy allows less than Ken.
    if (error.status === 413 && error.code === unrecognizedCode) return messages.tooLarge
    return error.status >= 500 ? messages.unexpected : refusal(error.code, error.detail)
  }
}
