import { KenProblem } from '@ken/client'
import { useRef } from 'react'
import { useAct, type Act } from '../ui/use-act.ts'
import { triesMax, type StageProps } from './stage-props.ts'

type Outcomes<Input, Outcome> = {
  readonly onDone: (outcome: Outcome, input: Input) => void
} & Pick<StageProps, 'onOver'>

/** An act that may be refused a few times; the last refusal ends the stage. */
export function useTries<Input, Outcome>(
  act: (input: Input) => Promise<Outcome>,
  { onDone, onOver }: Outcomes<Input, Outcome>,
): Act<Input> & { readonly isRefused: boolean } {
  const refusals = useRef(0)
  const tried = useAct(async (input: Input) => {
    try {
      return await act(input)
    } catch (error) {
      if (isRefusal(error) && ++refusals.current >= triesMax) onOver('tries')
      throw error
    }
  }, onDone)
  return { ...tried, isRefused: isRefusal(tried.error) }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof KenProblem && ['UNAUTHENTICATED', 'MFA_CODE_REFUSED'].includes(error.code)
