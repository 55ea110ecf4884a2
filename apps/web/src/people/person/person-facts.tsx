import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { dateInWords, numberInWords } from '../../language/words.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { peopleMessages } from '../messages.ts'
import { PersonStates } from '../person-row.tsx'
import type { PersonCard } from './use-person.ts'

/** Role, state and use of an account. Of sessions there is the number alone. */
export function PersonFacts({ person }: { readonly person: PersonCard }): ReactNode {
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const { last_sign_in_at: last } = person
  return (
    <Facts
      facts={[
        { term: messages.role, value: messages.roles[person.role] },
        { term: messages.status, value: <PersonStates person={person} /> },
        {
          term: messages.factor,
          value: messages.factors[person.mfa_enabled ? 'enabled' : 'missing'],
        },
        { term: messages.sessions, value: numberInWords(person.active_sessions, language) },
        {
          term: messages.lastSignIn,
          value: last === null ? messages.never : <Moment value={last} />,
        },
        { term: messages.memberSince, value: dateInWords(new Date(person.created_at), language) },
      ]}
    />
  )
}
