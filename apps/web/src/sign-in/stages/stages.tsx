import type { NextStage, SignInStep, User } from '@ken/client'
import type { ReactNode } from 'react'
import { useUnstoredCodes } from '../../credentials/use-unstored-codes.ts'
import type { SignInProgress } from '../../session/kept/sign-in-memory.ts'
import { useSession } from '../../session/use-session.ts'
import { hasNoResponse } from '../../ui/refusals/has-no-response.ts'
import { CodesLeftStage } from './codes-left-stage.tsx'
import { EnrolmentStage } from './enrolment-stage.tsx'
import { NewPasswordStage } from './new-password-stage.tsx'
import { RecoveryCodesStage } from './recovery-codes-stage.tsx'
import { SecondFactorStage } from './second-factor-stage.tsx'
import type { StageProps } from './stage-props.ts'
import { isRefusal } from '../use-attempts.ts'

export type StagesProps = Pick<StageProps, 'onOver' | 'onCancel'> & {
  readonly progress: SignInProgress
  readonly onProgress: (changed: Partial<SignInProgress>) => void
  readonly onSignedIn: (user: User) => void
}

/** The progress to the step that the server requires next. */
export const stageOf = (
  step: NextStage,
): Pick<SignInProgress, 'stage' | 'refusals' | 'enrolment'> => ({
  stage: { ...step, deadline: Date.now() + step.expires_in * 1000 },
  refusals: 0,
  enrolment: null,
})

/** The stages of a sign-in after the password, one at a time, in the order of the server. */
export function Stages({
  progress,
  onProgress,
  onSignedIn: finish,
  onOver,
  onCancel,
}: StagesProps): ReactNode {
  const { client } = useSession()
  const { keepStored } = useUnstoredCodes()
  const { stage, email, position: at, hasUsedRecoveryCode, enrolment, lostCodesOf } = progress
  const areLost = lostCodesOf === email
  const onSignedIn = (user: User) => {
    finish(user)
    if (areLost) keepStored(false)
  }
  const go = (changed: Partial<SignInProgress>) => onProgress({ ...changed, position: at + 1 })
  const advance = (step: SignInStep, hasUsedCode: boolean) => {
    if (step.status !== 'signed_in')
      return go({ ...stageOf(step), hasUsedRecoveryCode: hasUsedCode })
    return hasUsedCode
      ? go({ stage: { status: 'codes_left', user: step.user } })
      : onSignedIn(step.user)
  }
  const onStep = (step: SignInStep) => advance(step, hasUsedRecoveryCode)

  if (stage === null) return null
  if (stage.status === 'recovery_codes')
    return (
      <RecoveryCodesStage
        codes={stage.codes}
        email={email}
        position={{ at, of: at }}
        onDone={() => onSignedIn(stage.user)}
      />
    )
  if (stage.status === 'codes_left')
    return <CodesLeftStage position={{ at, of: at }} onDone={() => onSignedIn(stage.user)} />
  const { challenge, deadline } = stage
  const shared = { email, deadline, onOver, onCancel }
  if (stage.status === 'mfa_required')
    return (
      <SecondFactorStage
        {...shared}
        key={challenge}
        position={{ at, of: at }}
        verify={(proof) => client.verifySecondFactor({ challenge, ...proof })}
        onVerified={(step, proof) => advance(step, 'recovery_code' in proof)}
      />
    )
  if (stage.status === 'password_change_required')
    return (
      <NewPasswordStage
        {...shared}
        key={challenge}
        position={{ at, of: null }}
        setPassword={(new_password) => client.setForcedPassword({ challenge, new_password })}
        onStep={onStep}
      />
    )
  return (
    <EnrolmentStage
      {...shared}
      key={challenge}
      position={{ at, of: at + 1 }}
      start={async () => {
        const started = enrolment ?? (await client.startEnrolment({ challenge }))
        onProgress({ enrolment: started })
        return started
      }}
      confirm={async (code) => {
        try {
          return await client.confirmEnrolment({ challenge, code })
        } catch (failure) {
          if (hasNoResponse(failure)) onProgress({ lostCodesOf: email })
          // A step that is complete refuses every code.
          else if (areLost && isRefusal(failure, false)) onOver('lost')
          throw failure
        }
      }}
      onConfirmed={({ recovery_codes: codes, ...step }) =>
        step.status === 'signed_in'
          ? go({ stage: { status: 'recovery_codes', codes, user: step.user }, lostCodesOf: null })
          : onStep(step)
      }
    />
  )
}
