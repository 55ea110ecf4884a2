import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { useWork } from '../session/use-work.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { keyMessages } from './messages.ts'
import type { CreatedKey, KeyScope } from './use-keys.ts'

type UnstoredKey = Pick<CreatedKey, 'id' | 'name'>

const nameOf = (scope: KeyScope) => `unstored keys ${scope}`

/**
 * Returns what to call with a key when it is created, and each time its person says whether it is stored. Until it is, that
 * it is not is remembered, without its text: its screen may be gone before, such as with the session.
 */
export function useStoredKey(scope: KeyScope): (key: UnstoredKey, isStored: boolean) => void {
  const { drafts } = useSession()
  return ({ id, name }, isStored) => {
    // Read now: it may be called long after its screen was drawn.
    const keys = (drafts.work(nameOf(scope)) ?? []) as readonly UnstoredKey[]
    const others = keys.filter((key) => key.id !== id)
    const next = isStored ? others : [...others, { id, name }]
    drafts.keepWork(nameOf(scope), next.length === 0 ? null : next)
  }
}

/** Says of each key that was created, is on no screen any more, and was not stored. */
export function UnstoredKeyNotices({ scope }: { readonly scope: KeyScope }): ReactNode {
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const [unstored] = useWork<readonly UnstoredKey[]>(nameOf(scope))
  const close = useStoredKey(scope)
  return unstored?.map((key) => (
    <Notice key={key.id} kind="caution" role="status">
      <p>{messages.unstored(key.name)}</p>
      <ButtonRow>
        <Link to={`/${scope}/keys/${key.id}`}>{messages.openUnstored}</Link>
        <Button kind="link" onClick={() => close(key, true)}>
          {ui.close}
        </Button>
      </ButtonRow>
    </Notice>
  ))
}
