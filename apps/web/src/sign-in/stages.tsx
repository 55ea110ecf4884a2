import type { NextStage, SignInStep, User } from '@ken/client'
import { useRef, useState, type ReactNode } from 'react'
import { useSession } from '../session/use-session.ts'
import { CodesLeftStage } from './codes-left-stage.tsx'
import { EnrolmentStage } from './enrolment-stage.tsx'
import { NewPasswordStage } from './new-password-stage.tsx'
import { RecoveryCodesStage } from './recovery-codes-stage.tsx'
import { SecondFactorStage } from './second-factor-stage.tsx'

type StagesProps = {
  readonly first: NextStage
  /** The position of the first stage in the whole. */
  readonly position: number
  readonly email: string
  readonly onSignedIn: (user: User) => void
  /** The time or the tries of a stage are used up. */
  readonly onOver: () => void
  readonly onCancel: () => void
}

type Current =
  | (NextStage & { readonly deadline: number })
  | { readonly status: 'recovery_codes'; readonly codes: readonly string[]; readonly user: User }
  | { readonly status: 'codes_left'; readonly user: User }

const withDeadline = (stage: NextStage): Current => ({
  ...stage,
  deadline: Date.now() + stage.expires_in * 1000,
})

/** The stages of a sign-in after the password, one at a time, in the order of the server. */
export function Stages({
  first,
  position,
  email,
  onSignedIn,
  onOver,
  onCancel,
}: StagesProps): ReactNode {
  const { client } = useSession()
  const [current, setCurrent] = useState<Current>(() => withDeadline(first))
  const [at, setAt] = useState(position)
  const hasUsedCode = useRef(false)
  const go = (stage: Current) => {
    setCurrent(stage)
    setAt(at + 1)
  }
  const onStep = (step: SignInStep) => {
    if (step.status !== 'signed_in') return go(withDeadline(step))
    return hasUsedCode.current
      ? go({ status: 'codes_left', user: step.user })
      : onSignedIn(step.user)
  }

  if (current.status === 'recovery_codes')
    return (
      <RecoveryCodesStage
        codes={current.codes}
        email={email}
        position={{ at, of: at }}
        onDone={() => onSignedIn(current.user)}
      />
    )
  if (current.status === 'codes_left')
    return <CodesLeftStage position={{ at, of: at }} onDone={() => onSignedIn(current.user)} />
  const { challenge, deadline } = current
  const shared = { email, deadline, onOver, onCancel }
  if (current.status === 'mfa_required')
    return (
      <SecondFactorStage
        {...shared}
        key={challenge}
        position={{ at, of: at }}
        verify={async (proof) => {
          const step = await client.verifySecondFactor({ challenge, ...proof })
          hasUsedCode.current = 'recovery_code' in proof
          return step
        }}
        onStep={onStep}
      />
    )
  if (current.status === 'password_change_required')
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
      start={() => client.startEnrolment({ challenge })}
      confirm={(code) => client.confirmEnrolment({ challenge, code })}
      onConfirmed={({ recovery_codes: codes, ...step }) =>
        step.status === 'signed_in'
          ? go({ status: 'recovery_codes', codes, user: step.user })
          : onStep(step)
      }
    />
  )
}
