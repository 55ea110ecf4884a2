import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useJsonDraft } from '../../session/kept/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { peopleMessages } from '../messages.ts'
import { peoplePath, roles, useForgetPeople } from '../people.ts'
import type { PersonCard } from './use-person.ts'

type ChangeRoleProps = { readonly person: PersonCard; readonly onClose: () => void }

/** Asks for the new role and says what it permits. */
export function ChangeRole({ person, onClose }: ChangeRoleProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const forgetPeople = useForgetPeople()
  const [{ role }, keepRole, dropDraft] = useJsonDraft('role', { role: person.role })
  const act = useAct(
    () => client.request(`${peoplePath}/${person.id}/role`, { method: 'PUT', json: { role } }),
    () => {
      dropDraft()
      forgetPeople()
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.changeRoleTitle(person.name)}
      cancel={ui.cancel}
      act={messages.actNames.change_role}
      isBusy={act.isBusy}
      error={act.error}
      isReady={role !== person.role}
      isEnding={roles.indexOf(role) > roles.indexOf(person.role)}
      onCancel={() => {
        dropDraft()
        onClose()
      }}
      onAct={() => act.run(undefined)}
    >
      <Choice
        label={messages.role}
        name="new-role"
        options={roles.map((value) => ({ value, text: messages.roles[value] }))}
        chosen={role}
        onChoose={(chosen) => keepRole({ role: chosen })}
      />
      <p>{messages.roleMeanings[role]}</p>
      <p>{messages.roleWhen}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
