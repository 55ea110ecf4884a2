import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { KeyDetails } from '../../keys/key-details.tsx'
import { keyMessages } from '../../keys/messages.ts'
import { ReplacementNotice } from '../../keys/replacement-notice.tsx'
import { RevokeKey } from '../../keys/revoke-key.tsx'
import { useKey } from '../../keys/use-keys.ts'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonRow } from '../../ui/buttons/button-row.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { Problem } from '../../ui/refusals/problem.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { AccountPage } from '../account-page.tsx'
import { accountMessages } from '../messages.ts'

/** One key of the person: its use, what is known about it, and the ways to end it. */
export function KeyScreen(): ReactNode {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  return <ShownKeyScreen key={id} id={id} />
}

function ShownKeyScreen({ id }: { readonly id: string }): ReactNode {
  const account = useMessages(accountMessages)
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const { replacement }: { readonly replacement?: unknown } = useSearch({ strict: false })
  const [isRevoking, setRevoking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const { data, error, refetch } = useKey('me', id)
  return (
    <AccountPage
      title={data?.name ?? messages.key}
      lead={account.newKeyLead}
      done={done}
      act={
        data !== undefined && (
          <ButtonRow>
            {data.may.includes('replace') && (
              <Link
                className="button"
                data-kind="secondary"
                to="/me/keys/new"
                search={{ replaces: id }}
              >
                {messages.replace}
              </Link>
            )}
            {data.may.includes('revoke') && (
              <Button kind="secondary" onClick={() => setRevoking(true)}>
                {messages.revoke}
              </Button>
            )}
          </ButtonRow>
        )
      }
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data?.status === 'active' && typeof replacement === 'string' && (
        <ReplacementNotice scope="me" id={replacement} />
      )}
      {data !== undefined && <KeyDetails scope="me" apiKey={data} />}
      <Link to="/me/keys">{account.allKeys}</Link>
      {isRevoking && data !== undefined && (
        <RevokeKey
          scope="me"
          apiKey={data}
          onClose={(isRevoked) => {
            setRevoking(false)
            if (isRevoked) setDone(messages.revoked(data.name))
          }}
        />
      )}
    </AccountPage>
  )
}
