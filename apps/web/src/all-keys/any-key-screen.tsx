import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { KeyDetails } from '../keys/key-details.tsx'
import { keyMessages } from '../keys/messages.ts'
import { ReplacementNotice } from '../keys/replacement-notice.tsx'
import { RevokeKey } from '../keys/revoke-key.tsx'
import { keysPath, useForgetKeys, useKey, type ShownKey } from '../keys/use-keys.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { useAct, type Act } from '../ui/acts/use-act.ts'
import { allKeysMessages } from './messages.ts'
import { ownerOf } from './owner.ts'

/** Any key: its use, whose it is, and the acts that the server allows. */
export function AnyKeyScreen(): ReactNode {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  return <ShownKeyScreen key={id} id={id} />
}

function ShownKeyScreen({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession()
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const ui = useMessages(uiMessages)
  const forgetKeys = useForgetKeys()
  const { replacement }: { readonly replacement?: unknown } = useSearch({ strict: false })
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
        data !== undefined && (
          <KeyActs apiKey={data} takeOver={takeOver} onRevoke={() => setRevoking(true)} />
        )
      }
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {takeOver.error !== null && <Problem error={takeOver.error} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data?.status === 'active' && typeof replacement === 'string' && (
        <ReplacementNotice scope="admin" id={replacement} />
      )}
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

type KeyActsProps = {
  readonly apiKey: ShownKey
  readonly takeOver: Act<undefined>
  readonly onRevoke: () => void
}

/** What the server allows. */
function KeyActs({ apiKey, takeOver, onRevoke }: KeyActsProps): ReactNode {
  const all = useMessages(allKeysMessages)
  const messages = useMessages(keyMessages)
  const { id, may } = apiKey
  return (
    <>
      {may.includes('take_over') && (
        <ActButton act={takeOver} onClick={() => takeOver.run(undefined)}>
          {all.takeOver}
        </ActButton>
      )}
      {may.includes('replace') && (
        <Link
          className="button"
          data-kind="secondary"
          to="/admin/keys/new"
          search={{ replaces: id }}
        >
          {messages.replace}
        </Link>
      )}
      {may.includes('revoke') && (
        <Button kind="secondary" onClick={onRevoke}>
          {messages.revoke}
        </Button>
      )}
    </>
  )
}
