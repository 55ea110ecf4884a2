import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useWork } from '../../session/use-work.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { useToast } from '../../ui/page/use-toast.ts'
import { useIsShown } from '../../ui/page/use-is-shown.ts'
import { peopleMessages } from '../messages.ts'
import type { PersonCard } from './use-person.ts'

type Person = Pick<PersonCard, 'id' | 'name'>

const nameOf = ({ id }: Person) => `unstored password ${id}`

/**
 * Returns what to call when a temporary password arrives: whether it can still be shown. If not, that is said now. Until it
 * is stored, that it is not is remembered, without the password: its screen may be gone before, such as with the session.
 */
export function usePasswordArrival(person: Person): () => boolean {
  const messages = useMessages(peopleMessages)
  const [, keep] = useWork(nameOf(person))
  const isShown = useIsShown()
  const toast = useToast()
  return () => {
    keep({})
    if (!isShown.current) toast({ text: messages.unstoredPassword(person.name) })
    return isShown.current
  }
}

/** Returns what to call each time it is said whether the temporary password is stored. */
export function useStoredPassword(person: Person): (isStored: boolean) => void {
  const [, keep] = useWork(nameOf(person))
  return (isStored) => keep(isStored ? null : {})
}

/** Says that a temporary password was created that is on no screen any more, and that was not stored. */
export function UnstoredPasswordNotice({ person }: { readonly person: Person }): ReactNode {
  const messages = useMessages(peopleMessages)
  const ui = useMessages(uiMessages)
  const [unstored, keep] = useWork(nameOf(person))
  if (unstored === null) return null
  return (
    <Notice kind="caution" role="status">
      <p>{messages.unstoredPassword(person.name)}</p>
      <Button kind="link" onClick={() => keep(null)}>
        {ui.close}
      </Button>
    </Notice>
  )
}
