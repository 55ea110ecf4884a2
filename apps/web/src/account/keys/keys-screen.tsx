import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { keyMessages } from '../../keys/messages.ts'
import { RevokeKey } from '../../keys/revoke-key.tsx'
import { UnstoredKeyNotices } from '../../keys/unstored-key.tsx'
import type { Key } from '../../keys/use-keys.ts'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'
import { KeyTable } from './key-table.tsx'
import { useEndedKeys, useLiveKeys } from './use-own-keys.ts'

/** The person's keys. Those that have ended are out of the way. */
export function KeysScreen(): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  return (
    <AccountPage
      title={messages.keys}
      lead={account.keysLead}
      done={revoked === null ? null : messages.revoked(revoked)}
      act={
        <Link className="button" data-kind="primary" to="/me/keys/new">
          {messages.newKey}
        </Link>
      }
    >
      <UnstoredKeyNotices scope="me" isList />
      <Keys onRevoke={setRevoking} />
      {revoking !== null && (
        <RevokeKey
          scope="me"
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
  const { data, error, refetch } = useLiveKeys()
  const ended = useEndedKeys(isEndedShown)
  if (data === undefined && error !== null)
    return <Problem error={error} onTryAgain={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} label={ui.loading} />
  const endedShown = isEndedShown ? (ended.data?.pages.flatMap((page) => page.data) ?? []) : []
  const shown = [...data.data, ...endedShown]
  return (
    <>
      {shown.length === 0 ? (
        <p>{messages.noKeys}</p>
      ) : (
        <KeyTable keys={shown} onRevoke={onRevoke} />
      )}
      {isEndedShown && ended.error !== null && (
        <Problem error={ended.error} onTryAgain={() => void ended.refetch()} />
      )}
      {isEndedShown && ended.hasNextPage && (
        <div>
          <Button
            kind="link"
            isBusy={ended.isFetchingNextPage}
            onClick={() => void ended.fetchNextPage()}
          >
            {messages.moreEnded}
          </Button>
        </div>
      )}
      {data.counts.ended > 0 && (
        <div>
          <Button kind="link" onClick={() => setEndedShown(!isEndedShown)}>
            {isEndedShown ? messages.hideEnded : messages.showEnded(data.counts.ended)}
          </Button>
        </div>
      )}
    </>
  )
}
