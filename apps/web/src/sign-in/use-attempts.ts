import { KenProblem } from '@ken/client'
import { useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { useAct, type Act } from '../ui/acts/use-act.ts'
import { attemptsMax, type StageProps } from './stages/stage-props.ts'

type Outcomes<Input, Outcome> = {
  readonly onDone: (outcome: Outcome, input: Input) => void
} & Pick<StageProps, 'onOver'>

/** An act that may be refused a few times, also across Back and Forward; the last refusal ends the stage. */
export function useAttempts<Input, Outcome>(
  act: (input: Input) => Promise<Outcome>,
  { onDone, onOver }: Outcomes<Input, Outcome>,
): Act<Input> & { readonly isRefused: boolean } {
  const { signIn, state } = useSession()
  const [isAtGate] = useState(() => state().kind === 'gated')
  const tried = useAct(async (input: Input) => {
    try {
      return await act(input)
    } catch (error) {
      if (isRefusal(error, isAtGate)) {
        const refusals = signIn.read().refusals + 1
        signIn.keep({ ...signIn.read(), refusals })
        if (refusals >= attemptsMax) onOver('attempts')
      }
      throw error
    }
  }, onDone)
  return { ...tried, isRefused: isRefusal(tried.error, isAtGate) }
}

/** Whether the code was wrong. At a gate, in the middle of a session, a 401 is the end of the session instead. */
export const isRefusal = (error: unknown, isAtGate: boolean): boolean =>
  error instanceof KenProblem &&
  (error.code === 'MFA_CODE_REFUSED' || (error.code === 'UNAUTHENTICATED' && !isAtGate))
