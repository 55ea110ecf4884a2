import type { SecondFactorProof, SignInStep } from '@ken/client'
import { useState, type ReactNode } from 'react'
import {
  noProof,
  ProofField,
  proofOf,
  ProofSwitch,
  type TypedProof,
} from '../../credentials/proof-field.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { SubmitButton } from '../../ui/acts/submit-button.tsx'
import { Card } from '../card.tsx'
import { FormProblem } from '../form-problem.tsx'
import { signInMessages } from '../messages.ts'
import type { StageProps } from './stage-props.ts'
import { StageFoot } from './stage-foot.tsx'
import { useAttempts } from '../use-attempts.ts'

type SecondFactorProps = StageProps & {
  readonly verify: (proof: SecondFactorProof) => Promise<SignInStep>
  readonly onVerified: (step: SignInStep, proof: SecondFactorProof) => void
}

/** A code of the authenticator, or a recovery code instead. */
export function SecondFactorStage({
  position,
  deadline,
  verify,
  onVerified,
  onOver,
  onCancel,
}: SecondFactorProps): ReactNode {
  const messages = useMessages(signInMessages)
  const [typed, setTyped] = useState(noProof)
  const act = useAttempts(verify, { onDone: onVerified, onOver })
  const send = (proof: TypedProof) => act.run(proofOf(proof))
  return (
    <Card title={messages.codeTitle} position={position} onSubmit={() => send(typed)}>
      {!act.isRefused && <FormProblem error={act.error} />}
      <ProofField typed={typed} isRefused={act.isRefused} onType={setTyped} onComplete={send} />
      <SubmitButton act={act}>{messages.verify}</SubmitButton>
      <StageFoot deadline={deadline} onOver={onOver} onCancel={onCancel}>
        <ProofSwitch
          typed={typed}
          onType={(other) => {
            setTyped(other)
            act.clear()
          }}
        />
      </StageFoot>
    </Card>
  )
}
