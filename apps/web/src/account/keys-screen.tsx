import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { uiMessages } from '../ui/messages.ts'
import { AccountPage } from './account-page.tsx'
import { KeyTable } from './key-table.tsx'
import { accountMessages } from './messages.ts'
import { RevokeKey } from './revoke-key.tsx'
import { useKeys, type Key } from './use-keys.ts'

/** The person's keys. Those that have ended are out of the way. */
export function KeysScreen(): ReactNode {
  const messages = useMessages(accountMessages)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  return (
    <AccountPage
      title={messages.keys}
      lead={messages.keysLead}
      act={
        <Link className="button" data-kind="primary" to="/me/keys/new">
          {messages.newKey}
        </Link>
      }
    >
      {revoked !== null && <Notice role="status">{messages.revoked(revoked)}</Notice>}
      <Keys onRevoke={setRevoking} />
      {revoking !== null && (
        <RevokeKey
          apiKey={revoking}
          onClose={(isRevoked) => {
            setRevoking(null)
            if (isRevoked) setRevoked(revoking.name)
          }}
        />
      )}
    </AccountPage>
  )
}

function Keys({ onRevoke }: { readonly onRevoke: (key: Key) => void }): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const [isEndedShown, setEndedShown] = useState(false)
  const { data, error, refetch } = useKeys()
  if (error !== null) return <Problem error={error} onTryAgain={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} label={ui.loading} />
  const live = data.data.filter(({ status }) => status === 'active')
  const ended = data.data.filter(({ status }) => status !== 'active')
  const shown = isEndedShown ? [...live, ...ended] : live
  return (
    <>
      {shown.length === 0 ? (
        <p>{messages.noKeys}</p>
      ) : (
        <KeyTable keys={shown} onRevoke={onRevoke} />
      )}
      {ended.length > 0 && (
        <div>
          <Button kind="link" onClick={() => setEndedShown(!isEndedShown)}>
            {isEndedShown ? messages.hideEnded : messages.showEnded(ended.length)}
          </Button>
        </div>
      )}
    </>
  )
}
