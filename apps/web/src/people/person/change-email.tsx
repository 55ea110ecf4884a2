import { KenProblem } from '@ken/client'
import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useDraft } from '../../session/kept/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { typedEmail } from '../../ui/fields/typed-email.ts'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { peopleMessages } from '../messages.ts'
import type { Messages } from '../messages.en.ts'
import { peoplePath, useForgetPeople } from '../people.ts'
import type { PersonCard } from './use-person.ts'

type ChangeEmailProps = { readonly person: PersonCard; readonly onClose: () => void }

function faultOf(error: unknown, messages: Messages): string | undefined {
  if (!(error instanceof KenProblem)) return undefined
  if (error.status === 409) return messages.emailTaken
  return error.status === 400 ? messages.emailInvalid : undefined
}

/** Asks for the new address, which is taken on trust. */
export function ChangeEmail({ person, onClose }: ChangeEmailProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const forgetPeople = useForgetPeople()
  const [email, keepEmail, dropDraft] = useDraft('email', person.email)
  const act = useAct(
    () => client.request(`${peoplePath}/${person.id}/email`, { method: 'PUT', json: { email } }),
    () => {
      dropDraft()
      forgetPeople()
      onClose()
    },
  )
  const fault = faultOf(act.error, messages)
  return (
    <Confirm
      title={messages.changeEmailTitle(person.name)}
      cancel={ui.cancel}
      act={messages.actNames.change_email}
      isBusy={act.isBusy}
      error={act.error}
      isReady={email !== person.email && email !== ''}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      <Field
        label={messages.newEmail}
        type="email"
        autoComplete="off"
        value={email}
        fault={fault}
        onChange={({ target }) => keepEmail(typedEmail(target.value))}
      />
      <p>{messages.changeEmailText}</p>
      {act.error !== null && fault === undefined && <Problem error={act.error} />}
    </Confirm>
  )
}
