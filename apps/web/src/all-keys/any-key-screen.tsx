import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { KeyDetails } from '../keys/key-details.tsx'
import { keyMessages } from '../keys/messages.ts'
import { RevokeKey } from '../keys/revoke-key.tsx'
import { keysPath, useForgetKeys, useKey } from '../keys/use-keys.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAct } from '../ui/use-act.ts'
import { allKeysMessages } from './messages.ts'
import { ownerOf } from './owner.ts'

/** Any key: its use, whose it is, and the acts that the server allows. */
export function AnyKeyScreen(): ReactNode {
  const { client } = useSession()
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const forgetKeys = useForgetKeys()
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const [isRevoking, setRevoking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const { data, error, refetch } = useKey('admin', id)
  const takeOver = useAct(
    () => client.request(`${keysPath('admin')}/${id}/take-over`, { method: 'POST', json: {} }),
    () => {
      forgetKeys()
      setDone(all.takenOver)
    },
  )
  return (
    <Page
      title={data?.name ?? messages.key}
      lead={data === undefined ? '' : ownerOf(data, all)}
      done={done}
      above={<Link to="/admin/keys">{all.all}</Link>}
      acts={
        <>
          {data?.may.includes('take_over') === true && (
            <Button isBusy={takeOver.isBusy} onClick={() => takeOver.run(undefined)}>
              {all.takeOver}
            </Button>
          )}
          {data?.may.includes('revoke') === true && (
            <Button kind="secondary" onClick={() => setRevoking(true)}>
              {messages.revoke}
            </Button>
          )}
        </>
      }
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {takeOver.error !== null && <Problem error={takeOver.error} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && (
        <KeyDetails
          scope="admin"
          apiKey={data}
          more={[
            { term: all.owner, value: ownerOf(data, all) },
            { term: all.responsible, value: data.responsible_email ?? all.noPerson },
          ]}
        />
      )}
      {isRevoking && data !== undefined && (
        <RevokeKey
          scope="admin"
          apiKey={data}
          onClose={(isRevoked) => {
            setRevoking(false)
            if (isRevoked) setDone(messages.revoked(data.name))
          }}
        />
      )}
    </Page>
  )
}
