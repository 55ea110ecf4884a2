import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import type { Row } from '../list/list-table.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Moment } from '../ui/time/moment.tsx'
import type { ManyAct } from './many-people.tsx'
import { peopleMessages } from './messages.ts'
import type { Person } from './people.ts'

const menuActs = ['end_sessions', 'deactivate', 'reactivate'] as const

/** A person as a row of the list. The menu has what the server says is possible. */
export function usePersonRow(
  onAct: (act: ManyAct, person: Person) => void,
): (person: Person) => Row {
  const messages = useMessages(peopleMessages)
  const navigate = useNavigate()
  return useCallback(
    (person) => ({
      title: person.name,
      isEnded: person.status === 'deactivated',
      head: (
        <>
          <Link to="/admin/people/$id" params={{ id: person.id }}>
            {person.name}
          </Link>
          <span className="list-detail">{person.email}</span>
        </>
      ),
      cells: [
        messages.roles[person.role],
        <PersonStates key="status" person={person} />,
        person.last_sign_in_at === null ? (
          messages.never
        ) : (
          <Moment value={person.last_sign_in_at} />
        ),
      ],
      menu: [
        {
          name: messages.open,
          act: () => void navigate({ to: '/admin/people/$id', params: { id: person.id } }),
        },
        ...menuActs
          .filter((act) => person.may.includes(act))
          .map((act) => ({
            name: messages.manyActs[act].name,
            act: () => onAct(act, person),
          })),
      ],
    }),
    [messages, navigate, onAct],
  )
}

/** What is unusual about an account. */
export function PersonStates({ person }: { readonly person: Person }): ReactNode {
  const messages = useMessages(peopleMessages)
  if (person.status === 'deactivated') return <Badge>{messages.statuses.deactivated}</Badge>
  return (
    <span className="list-badges">
      <Badge kind="good">{messages.statuses.active}</Badge>
      {person.must_change_password && <Badge kind="caution">{messages.temporaryPassword}</Badge>}
      {!person.mfa_enabled && <Badge kind="caution">{messages.factorMissing}</Badge>}
    </span>
  )
}
