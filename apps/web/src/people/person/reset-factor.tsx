import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { peopleMessages } from '../messages.ts'
import { peoplePath, useForgetPeople } from '../people.ts'
import type { PersonCard } from './use-person.ts'

type ResetFactorProps = { readonly person: PersonCard; readonly onClose: () => void }

/** Asks before the second factor of a person is removed. */
export function ResetFactor({ person, onClose }: ResetFactorProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const forgetPeople = useForgetPeople()
  const act = useAct(
    () => client.request(`${peoplePath}/${person.id}/mfa-reset`, { method: 'POST' }),
    () => {
      forgetPeople()
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.resetFactorTitle(person.name)}
      cancel={ui.cancel}
      act={messages.actNames.reset_second_factor}
      isBusy={act.isBusy}
      error={act.error}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      <p>{messages.resetFactorText}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
