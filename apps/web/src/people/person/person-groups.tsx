import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useToast } from '../../ui/page/use-toast.ts'
import { useActQueue } from '../../ui/acts/use-act-queue.ts'
import { GroupPicker } from '../../list/group-picker.tsx'
import { peopleMessages } from '../messages.ts'
import { useForgetPeople } from '../people.ts'
import type { PersonCard } from './use-person.ts'

/** More are shown on demand, so that what follows is not pushed away. */
const shownAtFirst = 10

type Change = { readonly slug: string; readonly method: 'PUT' | 'DELETE' }

const keyOf = ({ slug, method }: Change): string => `${method} ${slug}`

/** The groups of a person. A removal can be undone for a moment. */
export function PersonGroups({ person }: { readonly person: PersonCard }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  const id = useId()
  const forgetPeople = useForgetPeople()
  const toast = useToast()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? person.groups : person.groups.slice(0, shownAtFirst)
  const change = useActQueue(
    keyOf,
    ({ slug, method }: Change) =>
      client.request(`/api/v1/admin/groups/${slug}/members/${person.id}`, { method }),
    (_, { slug, method }) => {
      forgetPeople()
      if (method === 'DELETE')
        toast({
          text: messages.removedFromGroup(slug),
          undo: () => change.run({ slug, method: 'PUT' }),
          about: `${person.id} ${slug}`,
        })
    },
  )
  return (
    <section className="person-section" aria-labelledby={id}>
      <h2 id={id} className="person-heading">
        {messages.groups}
      </h2>
      {person.groups.length === 0 && <p className="person-quiet">{messages.noGroups}</p>}
      <ul role="list" className="person-lines">
        {shown.map((slug) => (
          <li key={slug} className="person-line">
            <Link to="/admin/groups/$slug" params={{ slug }}>
              {slug}
            </Link>
            <Button
              kind="link"
              aria-label={messages.removeFromGroup(slug)}
              isBusy={change.has(keyOf({ slug, method: 'DELETE' }))}
              onClick={() => change.run({ slug, method: 'DELETE' })}
            >
              {messages.remove}
            </Button>
          </li>
        ))}
      </ul>
      {person.groups.length > shownAtFirst && (
        <Button kind="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.fewerGroups : messages.allGroups(person.groups.length)}
        </Button>
      )}
      <GroupPicker label={messages.group} onPick={(slug) => change.run({ slug, method: 'PUT' })} />
      {change.error !== null && <Problem error={change.error} />}
    </section>
  )
}
