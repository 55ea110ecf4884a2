import { KenProblem } from '@ken/client'
import type { ReactNode, Ref } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { signInMessages } from './messages.ts'
import type { Messages } from './messages.en.ts'

type NewPasswordProps = {
  readonly label: string
  readonly name: 'password' | 'new_password'
  /** The address that password managers store the password with. */
  readonly email: string
  readonly value: string
  readonly error: unknown
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onChange: (password: string) => void
}

/** A new password, with what passes said in words. */
export function NewPasswordField({
  email,
  error,
  onChange,
  ...field
}: NewPasswordProps): ReactNode {
  const messages = useMessages(signInMessages)
  return (
    <>
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        {...field}
        autoComplete="new-password"
        required
        hint={messages.passwordHint}
        fault={passwordFault(error, messages)}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

/** Why the server refused the password; undefined if it did not. */
export function passwordFault(error: unknown, messages: Messages): string | undefined {
  if (!(error instanceof KenProblem) || error.code !== 'PASSWORD_REJECTED') return undefined
  const texts: { readonly [reason: string]: string } = messages.passwordFaults
  const known = error.reasons.flatMap((reason) => texts[reason] ?? [])
  return known.length === 0 ? error.detail : known.join(' ')
}
