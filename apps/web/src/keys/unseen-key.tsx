import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useWork } from '../session/use-work.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/notice.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { keyMessages } from './messages.ts'
import type { CreatedKey, KeyScope } from './use-keys.ts'

type UnseenKey = Pick<CreatedKey, 'id' | 'name'>

const nameOf = (scope: KeyScope) => `unseen key ${scope}`

/** Returns what to call with each created key: one that no screen shows any more is remembered, without its text. */
export function useRememberUnseen(scope: KeyScope): (key: CreatedKey) => void {
  const [, keep] = useWork<UnseenKey>(nameOf(scope))
  const isShown = useIsShown()
  return ({ id, name }) => {
    if (!isShown.current) keep({ id, name })
  }
}

/** Says that a key was created whose text no one has seen, such as because the session had ended. */
export function UnseenKeyNotice({ scope }: { readonly scope: KeyScope }): ReactNode {
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const [unseen, keep] = useWork<UnseenKey>(nameOf(scope))
  if (unseen === null) return null
  return (
    <Notice kind="caution" role="status">
      <p>{messages.unseen(unseen.name)}</p>
      <ButtonRow>
        <Link to={`/${scope}/keys/${unseen.id}`}>{messages.openUnseen}</Link>
        <Button kind="link" onClick={() => keep(null)}>
          {ui.close}
        </Button>
      </ButtonRow>
    </Notice>
  )
}
