import { useId, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { useChatNames } from '../../sources/chat-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/acts/confirm.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { peopleMessages } from '../messages.ts'
import { peoplePath, useForgetPeople } from '../people.ts'
import { useIdentities, type Identity, type PersonCard } from './use-person.ts'

/** The chats that are linked to a person. */
export function PersonChats({ person }: { readonly person: PersonCard }): ReactNode {
  const messages = useMessages(peopleMessages)
  const id = useId()
  const { data, error, refetch } = useIdentities(person.id)
  const nameOf = useChatNames()
  const [unlinking, setUnlinking] = useState<Identity | null>(null)
  return (
    <section className="person-section" aria-labelledby={id}>
      <h2 id={id} className="person-heading">
        {messages.chats}
      </h2>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data?.data.length === 0 && <p className="person-quiet">{messages.noChats}</p>}
      <ul role="list" className="person-lines">
        {data?.data.map((identity) => (
          <li key={identity.id} className="person-line">
            {nameOf(identity.source)}, {identity.external_id}
            <Moment value={identity.created_at} />
            {person.may.includes('remove_identity') && (
              <Button kind="link" onClick={() => setUnlinking(identity)}>
                {messages.unlink}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {unlinking !== null && (
        <Unlink personId={person.id} identity={unlinking} onClose={() => setUnlinking(null)} />
      )}
    </section>
  )
}

type UnlinkProps = {
  readonly personId: string
  readonly identity: Identity
  readonly onClose: () => void
}

function Unlink({ personId, identity, onClose }: UnlinkProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const nameOf = useChatNames()
  const forgetPeople = useForgetPeople()
  const act = useAct(
    () =>
      client.request(`${peoplePath}/${personId}/identities/${identity.id}`, { method: 'DELETE' }),
    () => {
      forgetPeople()
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.unlinkTitle(nameOf(identity.source))}
      cancel={ui.cancel}
      act={messages.unlink}
      isBusy={act.isBusy}
      error={act.error}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      <p>{messages.unlinkText}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
