import { useId, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { LeftBatchNotice } from '../../list/left-batch-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ManyPeople } from '../many-people.tsx'
import { peopleMessages } from '../messages.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangeRole } from './change-role.tsx'
import { RemovePerson } from './remove-person.tsx'
import { ResetFactor } from './reset-factor.tsx'
import { ResetPassword } from './reset-password.tsx'
import type { IssuedPassword } from './temporary-password.tsx'
import { UnstoredPasswordNotice } from './unstored-password.tsx'
import type { PersonCard } from './use-person.ts'

const shownActs = [
  'change_role',
  'change_email',
  'reset_password',
  'reset_second_factor',
  'end_sessions',
  'deactivate',
  'reactivate',
  'delete',
] as const
type ShownAct = (typeof shownActs)[number]

type PersonActsProps = {
  readonly person: PersonCard
  readonly onIssued: (issued: IssuedPassword) => void
}

/** What an administrator can do with the account; what is not possible says why. */
export function PersonActs({ person, onIssued }: PersonActsProps): ReactNode {
  const messages = useMessages(peopleMessages)
  const id = useId()
  const [asked, setAsked] = useState<ShownAct | null>(null)
  const shown = shownActs.filter((act) => {
    const refusal = person.refusals[act]
    return (
      // Also on the own account, whose refusal is another one.
      !(act === 'reactivate' && person.status === 'active') &&
      !(act === 'deactivate' && refusal === 'account_deactivated') &&
      // There would be nothing to reset.
      !(act === 'reset_second_factor' && !person.mfa_enabled)
    )
  })
  return (
    <section className="person-acts" aria-labelledby={id}>
      <h2 id={id} className="person-heading">
        {messages.acts}
      </h2>
      <LeftBatchNotice />
      <UnstoredPasswordNotice person={person} />
      {shown.map((act) => {
        const refusal = person.refusals[act]
        return (
          <div key={act}>
            <Button
              kind="secondary"
              disabled={!person.may.includes(act)}
              aria-describedby={refusal === undefined ? undefined : `${id}-${act}`}
              onClick={() => setAsked(act)}
            >
              {messages.actNames[act]}
            </Button>
            {refusal !== undefined && (
              <p id={`${id}-${act}`} className="person-refusal">
                {messages.refusals[refusal]}
              </p>
            )}
          </div>
        )
      })}
      {asked !== null && (
        <Asked act={asked} person={person} onIssued={onIssued} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

type AskedProps = PersonActsProps & { readonly act: ShownAct; readonly onClose: () => void }

/** The question before the act. */
function Asked({ act, person, onIssued, onClose }: AskedProps): ReactNode {
  switch (act) {
    case 'change_role':
      return <ChangeRole person={person} onClose={onClose} />
    case 'change_email':
      return <ChangeEmail person={person} onClose={onClose} />
    case 'reset_password':
      return <ResetPassword person={person} onIssued={onIssued} onClose={onClose} />
    case 'reset_second_factor':
      return <ResetFactor person={person} onClose={onClose} />
    case 'deactivate':
    case 'delete':
      return <RemovePerson act={act} person={person} onClose={onClose} />
    case 'end_sessions':
    case 'reactivate':
    default:
      return <ManyPeople act={act} people={[person]} onDone={() => {}} onClose={onClose} />
  }
}
