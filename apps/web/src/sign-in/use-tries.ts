import { KenProblem } from '@ken/client'
import { useRef } from 'react'
import { useAct, type Act } from '../ui/use-act.ts'
import { triesMax } from './stage-props.ts'

type Outcomes<Outcome> = {
  readonly onDone: (outcome: Outcome) => void
  readonly onOver: () => void
}

/** An act that may be refused a few times; the last refusal ends the stage. */
export function useTries<Input, Outcome>(
  act: (input: Input) => Promise<Outcome>,
  { onDone, onOver }: Outcomes<Outcome>,
): Act<Input> & { readonly isRefused: boolean } {
  const refusals = useRef(0)
  const tried = useAct(async (input: Input) => {
    try {
      return await act(input)
    } catch (error) {
      if (isRefusal(error) && ++refusals.current >= triesMax) onOver()
      throw error
    }
  }, onDone)
  return { ...tried, isRefused: isRefusal(tried.error) }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof KenProblem && ['UNAUTHENTICATED', 'MFA_CODE_REFUSED'].includes(error.code)
