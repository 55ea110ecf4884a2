import type { SignInStep } from '@ken/client'

/** What every stage of a sign-in needs. */
export type StageProps = {
  readonly email: string
  readonly position: { readonly at: number; readonly of: number | null }
  /** When the challenge ends, in milliseconds since 1970. */
  readonly deadline: number
  /** Its time or its attempts are used up, or the response that completed it was lost. */
  readonly onOver: (why: 'time' | 'attempts' | 'lost') => void
  readonly onCancel: () => void
}

/** A stage that leads to the next one. */
export type SteppingStageProps = StageProps & { readonly onStep: (step: SignInStep) => void }

/** How often a code may be wrong before the server ends the challenge. */
export const attemptsMax = 5
