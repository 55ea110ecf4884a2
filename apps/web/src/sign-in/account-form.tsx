import { useState, type ReactNode } from 'react'
import { credentialMessages } from '../credentials/messages.ts'
import { NewPasswordField, passwordFault } from '../credentials/new-password-field.tsx'
import { useMessages } from '../language/use-messages.ts'
import { Field } from '../ui/fields/field.tsx'
import { typedEmail } from '../ui/fields/typed-email.ts'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import type { Act } from '../ui/acts/use-act.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { Card, type CardProps } from './card.tsx'
import { invalidFields } from './field-faults.ts'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'

/** What a person types to get an account. */
export type NewAccountFields = {
  readonly name: string
  readonly email: string
  readonly password: string
}

type AccountFormProps = {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly nameLabel: string
  readonly isNameRequired: boolean
  /** Which step of how many, where that is known. */
  readonly position?: CardProps['position']
  /** The address of an invitation, which cannot be changed. */
  readonly fixedEmail?: string
  /** What was typed before, and what to call with what is typed, except the password. */
  readonly typed?: Pick<NewAccountFields, 'name' | 'email'>
  readonly onTyped?: (typed: Pick<NewAccountFields, 'name' | 'email'>) => void
  readonly act: Act<NewAccountFields>
}

/** Name, address and password of a new account. */
export function AccountForm(props: AccountFormProps): ReactNode {
  const {
    title,
    lead,
    button,
    nameLabel,
    isNameRequired,
    position,
    fixedEmail,
    typed,
    onTyped,
    act,
  } = props
  const messages = useMessages(signInMessages)
  const words = useMessages(credentialMessages)
  const [fields, setFields] = useState({
    name: '',
    email: fixedEmail ?? '',
    password: '',
    ...typed,
  })
  const change = (next: NewAccountFields) => {
    setFields(next)
    onTyped?.({ name: next.name, email: next.email })
  }
  const input = useFocus<HTMLInputElement>()
  const invalid = invalidFields(act.error)
  const isFieldFault =
    invalid.some((field) => field in fields) || passwordFault(act.error, words) !== undefined
  return (
    <Card title={title} lead={lead} position={position} onSubmit={() => act.run(fields)}>
      {!isFieldFault && <FormProblem error={act.error} />}
      <Field
        label={nameLabel}
        name="name"
        autoComplete="name"
        required={isNameRequired}
        inputRef={input}
        value={fields.name}
        fault={invalid.includes('name') ? messages.nameInvalid : undefined}
        onChange={({ target }) => change({ ...fields, name: target.value })}
      />
      <Field
        label={messages.email}
        name="email"
        type="email"
        autoComplete={fixedEmail === undefined ? 'username' : 'off'}
        required
        readOnly={fixedEmail !== undefined}
        value={fields.email}
        fault={invalid.includes('email') ? messages.emailInvalid : undefined}
        onChange={({ target }) => change({ ...fields, email: typedEmail(target.value) })}
      />
      <NewPasswordField
        label={messages.password}
        name="password"
        email={fields.email}
        value={fields.password}
        error={act.error}
        onChange={(password) => setFields({ ...fields, password })}
      />
      <SubmitButton act={act}>{button}</SubmitButton>
    </Card>
  )
}
