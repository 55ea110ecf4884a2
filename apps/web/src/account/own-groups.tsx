import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { accountMessages } from './messages.ts'

/** More are shown on demand, so that what follows is not pushed away. */
const shownAtFirst = 10

/** The groups that the person is a member of. */
export function OwnGroups({ groups }: { readonly groups: readonly string[] }): ReactNode {
  const messages = useMessages(accountMessages)
  const [isWhole, setWhole] = useState(false)
  if (groups.length <= shownAtFirst) return groups.join(', ') || messages.noGroups
  return (
    <>
      {(isWhole ? groups : groups.slice(0, shownAtFirst)).join(', ')}{' '}
      <Button kind="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? messages.fewerGroups : messages.allGroups(groups.length)}
      </Button>
    </>
  )
}
