import { KenProblem } from '@ken/client'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { NotFoundScreen } from '../../frame/not-found-screen.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { Page } from '../../ui/page/page.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { peopleMessages } from '../messages.ts'
import { PersonActs } from './person-acts.tsx'
import { PersonAudit } from './person-audit.tsx'
import { PersonChats } from './person-chats.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonGroups } from './person-groups.tsx'
import { PersonKeys } from './person-keys.tsx'
import { TemporaryPassword, type IssuedPassword } from './temporary-password.tsx'
import { usePerson, type PersonCard } from './use-person.ts'
import './person-screen.css'

/** One person: who they are in Ken, and what an administrator can do. */
export function PersonScreen(): ReactNode {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = usePerson(id)
  if (error instanceof KenProblem && error.status === 404) return <NotFoundScreen />
  if (data !== undefined) return <Shown person={data} key={data.id} />
  return (
    <Page title={messages.person} above={<ToPeople />}>
      {error === null ? (
        <Skeleton rows={3} label={ui.loading} />
      ) : (
        <Problem error={error} onTryAgain={() => void refetch()} />
      )}
    </Page>
  )
}

function ToPeople(): ReactNode {
  const messages = useMessages(peopleMessages)
  return (
    <p className="person-back">
      <Link to="/admin/people">{messages.people}</Link>
    </p>
  )
}

function Shown({ person }: { readonly person: PersonCard }): ReactNode {
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  if (issued !== null)
    return <TemporaryPassword person={person} issued={issued} onDone={() => setIssued(null)} />
  return (
    <Page title={person.name} lead={person.email} above={<ToPeople />}>
      <div className="person">
        <div className="person-main">
          <PersonFacts person={person} />
          <PersonGroups person={person} />
          <PersonChats person={person} />
          <PersonKeys id={person.id} email={person.email} />
          <PersonAudit id={person.id} />
        </div>
        <PersonActs person={person} onIssued={setIssued} />
      </div>
    </Page>
  )
}
