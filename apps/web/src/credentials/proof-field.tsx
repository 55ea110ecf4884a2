import { KenProblem, type SecondFactorProof } from '@ken/client'
import { useEffect, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { CodeField } from '../ui/fields/code-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { useFocus } from '../ui/page/use-focus.ts'
import { credentialMessages } from './messages.ts'

/** What a person has typed to prove the second factor. */
export type TypedProof = { readonly isRecovery: boolean; readonly text: string }

export const noProof: TypedProof = { isRecovery: false, text: '' }

/** The proof as the server wants it. */
export const proofOf = ({ isRecovery, text }: TypedProof): SecondFactorProof =>
  isRecovery ? { recovery_code: text.trim() } : { code: text }

export const isCodeRefused = (error: unknown): boolean =>
  error instanceof KenProblem && error.code === 'MFA_CODE_REFUSED'

type ProofFieldProps = {
  readonly typed: TypedProof
  readonly isRefused: boolean
  readonly onType: (typed: TypedProof) => void
  /** Called once, when the sixth digit was typed or pasted. */
  readonly onComplete: (typed: TypedProof) => void
}

/** A code of the authenticator, or a recovery code instead. A refused one is selected. */
export function ProofField({ typed, isRefused, onType, onComplete }: ProofFieldProps): ReactNode {
  const messages = useMessages(credentialMessages)
  const { isRecovery, text } = typed
  const input = useFocus<HTMLInputElement>(isRecovery)
  useEffect(() => {
    if (isRefused) input.current?.select()
  }, [isRefused, input])
  const refusal = isRecovery ? messages.recoveryRefused : messages.codeRefused
  const field = { value: text, inputRef: input, fault: isRefused ? refusal : undefined }
  if (!isRecovery)
    return (
      <CodeField
        {...field}
        label={messages.code}
        hint={messages.codeHint}
        onChange={(code) => onType({ isRecovery, text: code })}
        onComplete={(code) => onComplete({ isRecovery, text: code })}
      />
    )
  return (
    <Field
      {...field}
      label={messages.recovery}
      hint={messages.recoveryHint}
      name="recovery_code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      onChange={({ target }) => onType({ isRecovery, text: target.value })}
    />
  )
}

type ProofSwitchProps = Pick<ProofFieldProps, 'typed' | 'onType'>

/** Changes between the two kinds of codes. */
export function ProofSwitch({ typed, onType }: ProofSwitchProps): ReactNode {
  const messages = useMessages(credentialMessages)
  return (
    <Button kind="link" onClick={() => onType({ isRecovery: !typed.isRecovery, text: '' })}>
      {typed.isRecovery ? messages.useCode : messages.useRecovery}
    </Button>
  )
}
