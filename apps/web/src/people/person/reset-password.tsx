import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useProfile } from '../../session/use-profile.ts'
import { useSession } from '../../session/use-session.ts'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useToast } from '../../ui/page/use-toast.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { peopleMessages } from '../messages.ts'
import { peoplePath, useForgetPeople } from '../people.ts'
import type { IssuedPassword } from './temporary-password.tsx'
import { usePasswordArrival } from './unstored-password.tsx'
import type { PersonCard } from './use-person.ts'

type Issued =
  | { readonly method: 'mail' }
  | ({ readonly method: 'temporary_password' } & IssuedPassword)

type ResetPasswordProps = {
  readonly person: PersonCard
  readonly onIssued: (issued: IssuedPassword) => void
  readonly onClose: () => void
}

/** A link by email; without a mail server a temporary password. */
export function ResetPassword({ person, onIssued, onClose }: ResetPasswordProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const hasMail = useProfile().data?.features.mail === true
  const forgetPeople = useForgetPeople()
  const toast = useToast()
  const arrives = usePasswordArrival(person)
  const act = useAct(
    () => client.request<Issued>(`${peoplePath}/${person.id}/password-reset`, { method: 'POST' }),
    (issued) => {
      forgetPeople()
      onClose()
      if (issued.method === 'mail') toast({ text: messages.resetSent(person.email) })
      else if (arrives()) onIssued(issued)
    },
  )
  return (
    <Confirm
      title={messages.resetPasswordTitle(person.name)}
      cancel={ui.cancel}
      act={messages.actNames.reset_password}
      isBusy={act.isBusy}
      isEnding={!hasMail}
      error={act.error}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      <p>{hasMail ? messages.resetByMail(person.email) : messages.resetWithoutMail}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
