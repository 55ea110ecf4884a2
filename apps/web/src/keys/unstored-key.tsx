import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { concernsPerson } from '../session/person.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { useWork } from '../session/use-work.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { hasNoResponse } from '../ui/refusals/has-no-response.ts'
import { keyMessages } from './messages.ts'
import type { CreatedKey, KeyScope } from './use-keys.ts'

type UnstoredKey = {
  /** Null if the response that contains the key was lost, so that it may or may not exist. */
  readonly id: string | null
  readonly name: string
}

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
    const others = keys.filter((key) => key.id !== id || key.name !== name)
    const next = isStored ? others : [...others, { id, name }]
    drafts.keepWork(nameOf(scope), next.length === 0 ? null : next)
  }
}

/** Returns what waits for a key with a name. If the response is lost, the key may exist, and no one has seen it. */
export function useReceiveKey(
  scope: KeyScope,
): (name: string, coming: Promise<CreatedKey>) => Promise<CreatedKey> {
  const session = useSession()
  const keepStored = useStoredKey(scope)
  return async (name, coming) => {
    const concerns = concernsPerson(session)
    try {
      return await coming
    } catch (failure) {
      if (hasNoResponse(failure) && concerns()) keepStored({ id: null, name }, false)
      throw failure
    }
  }
}

type NoticesProps = {
  readonly scope: KeyScope
  /** Whether all keys are on the same screen. */
  readonly isList?: boolean
}

/** Says of each key that was created, is on no screen any more, and was not stored, and of each that may have been. */
export function UnstoredKeyNotices({ scope, isList = false }: NoticesProps): ReactNode {
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const [unstored] = useWork<readonly UnstoredKey[]>(nameOf(scope))
  const close = useStoredKey(scope)
  return unstored?.map((key) => (
    <Notice key={`${key.id} ${key.name}`} kind="caution" role="status">
      <p>{key.id === null ? messages.lost(key.name) : messages.unstored(key.name)}</p>
      <ButtonRow>
        {key.id !== null && <Link to={`/${scope}/keys/${key.id}`}>{messages.openUnstored}</Link>}
        {key.id === null && !isList && <Link to={`/${scope}/keys`}>{messages.seeKeys}</Link>}
        <Button kind="link" onClick={() => close(key, true)}>
          {ui.close}
        </Button>
      </ButtonRow>
    </Notice>
  ))
}
