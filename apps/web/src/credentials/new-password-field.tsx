import { KenProblem } from '@ken/client'
import type { ReactNode, Ref } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { lengthFault, passwordLength } from './password-length.ts'
import type { Messages } from './messages.en.ts'
import { credentialMessages } from './messages.ts'

type NewPasswordProps = {
  readonly label: string
  readonly name: 'password' | 'new_password'
  /** The address that password managers store the password with; null if the form has it already. */
  readonly email: string | null
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
  const messages = useMessages(credentialMessages)
  return (
    <>
      {email !== null && <HiddenUsername email={email} />}
      <PasswordField
        {...field}
        autoComplete="new-password"
        required
        hint={<PasswordHint password={field.value} />}
        fault={passwordFault(error, messages)}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

/** What passes, and how long the typed password is. How easy it is to guess only the server knows. */
function PasswordHint({ password }: { readonly password: string }): ReactNode {
  const messages = useMessages(credentialMessages)
  const length = passwordLength(password)
  const fault = lengthFault(length)
  return (
    <>
      {messages.passwordHint}
      {length > 0 && (
        <p>
          {fault === null
            ? messages.passwordTyped(length)
            : messages.passwordLengths[fault](length)}
        </p>
      )}
    </>
  )
}

/** For password managers; they expect it before the first password of the form. */
export const HiddenUsername = ({ email }: { readonly email: string }): ReactNode => (
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
)

/** Why the server refused the password; undefined if it did not. */
export function passwordFault(error: unknown, messages: Messages): string | undefined {
  if (!(error instanceof KenProblem) || error.code !== 'PASSWORD_REJECTED') return undefined
  const texts: { readonly [reason: string]: string } = messages.passwordFaults
  const known = error.reasons.flatMap((reason) => texts[reason] ?? [])
  return known.length === 0 ? error.detail : known.join(' ')
}
