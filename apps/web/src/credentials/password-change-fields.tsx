import { KenProblem, type PasswordChange } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { hasNoResponse } from '../ui/refusals/has-no-response.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useFocus } from '../ui/page/use-focus.ts'
import { credentialMessages } from './messages.ts'
import { HiddenUsername, NewPasswordField, passwordFault } from './new-password-field.tsx'

export const noPasswords: PasswordChange = { current_password: '', new_password: '' }

type PasswordChangeProps = {
  /** The address that password managers store the password with. */
  readonly email: string
  readonly typed: PasswordChange
  readonly error: unknown
  readonly onType: (typed: PasswordChange) => void
}

/** The current password and the new one, each with its fault. The first one has the focus. */
export function PasswordChangeFields({
  email,
  typed,
  error,
  onType,
}: PasswordChangeProps): ReactNode {
  const messages = useMessages(credentialMessages)
  const input = useFocus<HTMLInputElement>()
  // The form stays after that, for another attempt.
  const [wasLost, setLost] = useState(false)
  if (!wasLost && error !== null && hasNoResponse(error)) setLost(true)
  const isWrong = error instanceof KenProblem && error.code === 'CURRENT_PASSWORD_WRONG'
  const isFieldFault = isWrong || passwordFault(error, messages) !== undefined
  return (
    <>
      {error !== null && !isFieldFault && <Problem error={error} />}
      <HiddenUsername email={email} />
      <PasswordField
        label={messages.currentPassword}
        name="current_password"
        autoComplete="current-password"
        required
        inputRef={input}
        value={typed.current_password}
        fault={isWrong ? (wasLost ? messages.currentReplaced : messages.currentWrong) : undefined}
        onChange={({ target }) => onType({ ...typed, current_password: target.value })}
      />
      <NewPasswordField
        label={messages.newPassword}
        name="new_password"
        email={null}
        value={typed.new_password}
        error={error}
        onChange={(password) => onType({ ...typed, new_password: password })}
      />
    </>
  )
}
