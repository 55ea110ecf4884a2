import { useState, type ReactNode } from 'react'
import { noPasswords, PasswordChangeFields } from '../../credentials/password-change-fields.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { useHeld } from '../../session/kept/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { accountMessages } from '../messages.ts'
import { DisclosedForm, Disclosure } from './disclosure.tsx'
import { SecuritySection, type Done } from './security-section.tsx'
import { useForgetDevices } from './use-devices.ts'

/** Changes the password. All other devices are signed out by that. */
export function PasswordSection({ email }: { readonly email: string }): ReactNode {
  const messages = useMessages(accountMessages)
  const [done, setDone] = useState<Done | null>(null)
  const forgetDevices = useForgetDevices()
  return (
    <SecuritySection title={messages.password} done={done}>
      <Disclosure label={messages.changePassword}>
        {(close) => (
          <PasswordForm
            email={email}
            onClose={close}
            onChanged={() => {
              close()
              forgetDevices()
              setDone({ text: messages.passwordChanged })
            }}
          />
        )}
      </Disclosure>
    </SecuritySection>
  )
}

type PasswordFormProps = {
  readonly email: string
  readonly onClose: () => void
  readonly onChanged: () => void
}

function PasswordForm({ email, onClose, onChanged }: PasswordFormProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const [typed, setTyped] = useState(noPasswords)
  useHeld(typed.current_password !== '' || typed.new_password !== '')
  const act = useAct(client.changePassword, onChanged)
  return (
    <DisclosedForm
      label={messages.changePassword}
      consequence={messages.passwordConsequence}
      button={messages.setPassword}
      act={act}
      onSubmit={() => act.run(typed)}
      onCancel={onClose}
    >
      <PasswordChangeFields email={email} typed={typed} error={act.error} onType={setTyped} />
    </DisclosedForm>
  )
}
