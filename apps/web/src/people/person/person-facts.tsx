import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { dateInWords, numberInWords } from '../../language/words.ts'
import { Moment } from '../../ui/moment.tsx'
import { peopleMessages } from '../messages.ts'
import { PersonStates } from '../person-row.tsx'
import type { PersonCard } from './use-person.ts'

/** Role, state and use of an account. Of sessions there is the number alone. */
export function PersonFacts({ person }: { readonly person: PersonCard }): ReactNode {
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const facts = [
    [messages.role, messages.roles[person.role]],
    [messages.status, <PersonStates key="status" person={person} />],
    [messages.factor, messages.factors[person.mfa_enabled ? 'enabled' : 'missing']],
    [messages.sessions, numberInWords(person.active_sessions, language)],
    [
      messages.lastSignIn,
      person.last_sign_in_at === null ? (
        messages.never
      ) : (
        <Moment key="sign-in" value={person.last_sign_in_at} />
      ),
    ],
    [messages.memberSince, dateInWords(new Date(person.created_at), language)],
  ] as const
  return (
    <dl className="person-facts">
      {facts.map(([term, value]) => (
        <div key={term} className="person-fact">
          <dt className="person-term">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
