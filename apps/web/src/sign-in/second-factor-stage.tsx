import type { SecondFactorProof, SignInStep } from '@ken/client'
import { useEffect, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useFocus } from '../ui/use-focus.ts'
import { Card } from './card.tsx'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'
import type { SteppingStageProps } from './stage-props.ts'
import { StageFoot } from './stage-foot.tsx'
import { useTries } from './use-tries.ts'

type SecondFactorProps = SteppingStageProps & {
  readonly verify: (proof: SecondFactorProof) => Promise<SignInStep>
}

/** A code of the authenticator, or a recovery code instead. */
export function SecondFactorStage({
  position,
  deadline,
  verify,
  onStep,
  onOver,
  onCancel,
}: SecondFactorProps): ReactNode {
  const messages = useMessages(signInMessages)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const act = useTries(verify, { onDone: onStep, onOver })
  const input = useFocus<HTMLInputElement>(isRecovery)
  useEffect(() => {
    if (act.isRefused) input.current?.select()
  }, [act.isRefused, input])
  const send = (text: string) =>
    act.run(isRecovery ? { recovery_code: text.trim() } : { code: text })
  const refusal = isRecovery ? messages.recoveryRefused : messages.codeRefused
  const field = {
    value: code,
    inputRef: input,
    fault: act.isRefused ? refusal : undefined,
  }
  return (
    <Card title={messages.codeTitle} position={position} onSubmit={() => send(code)}>
      {!act.isRefused && <FormProblem error={act.error} />}
      {isRecovery ? (
        <Field
          {...field}
          label={messages.recovery}
          hint={messages.recoveryHint}
          name="recovery_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={({ target }) => setCode(target.value)}
        />
      ) : (
        <CodeField
          {...field}
          label={messages.code}
          hint={messages.codeHint}
          onChange={setCode}
          onComplete={send}
        />
      )}
      <SubmitButton act={act}>{messages.verify}</SubmitButton>
      <StageFoot deadline={deadline} onOver={onOver} onCancel={onCancel}>
        <Button
          kind="link"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            act.clear()
          }}
        >
          {isRecovery ? messages.useCode : messages.useRecovery}
        </Button>
      </StageFoot>
    </Card>
  )
}
