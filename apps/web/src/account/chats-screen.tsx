import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { useSession } from '../session/use-session.ts'
import { useChatNames } from '../sources/chat-names.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Confirm } from '../ui/acts/confirm.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Table } from '../ui/display/table.tsx'
import { uiMessages } from '../ui/messages.ts'
import { useAct } from '../ui/acts/use-act.ts'
import { AccountPage } from './account-page.tsx'
import { Surfaces } from './chat-surfaces.tsx'
import type { Identity } from './identity.ts'
import { LinkCode } from './link-code.tsx'
import { accountMessages } from './messages.ts'
import { useChatSurfaces, type ChatSurfaces } from './use-chat-surfaces.ts'

const listKey = ['account', 'identities']
const pollMs = 3_000

/** The person's chats: a code to link another one, if Ken is in a chat, and those that are linked. */
export function ChatsScreen(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const [hasCode, setHasCode] = useState(false)
  const surfaces = useChatSurfaces()
  const { data, error, refetch, isFetched } = useQuery({
    queryKey: listKey,
    queryFn: () => client.request<{ readonly data: readonly Identity[] }>('/api/v1/me/identities'),
    // While there is a code, the bot may link the account at any moment.
    refetchInterval: hasCode ? pollMs : false,
  })
  // What is above the list is drawn with it, so that nothing moves; after a failure it stays, with a code that it shows.
  if (surfaces === undefined || !isFetched)
    return (
      <AccountPage title={messages.chats} lead={messages.chatsLead}>
        <Skeleton rows={2} label={ui.loading} />
      </AccountPage>
    )
  return (
    <AccountPage title={messages.chats} lead={messages.chatsLead}>
      <Surfaces surfaces={surfaces} />
      {surfaces?.length !== 0 && (
        <LinkCode identities={data?.data ?? null} surfaces={surfaces} onCode={setHasCode} />
      )}
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && <Identities identities={data.data} surfaces={surfaces} />}
    </AccountPage>
  )
}

type IdentitiesProps = {
  readonly identities: readonly Identity[]
  readonly surfaces: ChatSurfaces
}

function Identities({ identities, surfaces }: IdentitiesProps): ReactNode {
  const messages = useMessages(accountMessages)
  const nameOf = useChatNames()
  const [unlinking, setUnlinking] = useState<Identity | null>(null)
  if (identities.length === 0)
    return (
      <p>
        {messages.noChats} {surfaces?.length === 0 && <NoBots />}
      </p>
    )
  const columns = [messages.chat, messages.chatId, messages.linkedSince, messages.acts]
  return (
    <>
      <Table label={messages.chats} columns={columns}>
        {identities.map((identity) => (
          <tr key={identity.id}>
            <th scope="row">{nameOf(identity.source)}</th>
            <td>{identity.external_id}</td>
            <td>
              <Moment value={identity.created_at} />
            </td>
            <td>
              <Button
                kind="secondary"
                aria-label={`${messages.unlink}: ${nameOf(identity.source)}`}
                onClick={() => setUnlinking(identity)}
              >
                {messages.unlink}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {unlinking !== null && <Unlink identity={unlinking} onClose={() => setUnlinking(null)} />}
    </>
  )
}

function NoBots(): ReactNode {
  const messages = useMessages(accountMessages)
  const mayConnect = useProfile().data?.may.includes('team_chat.change') === true
  return `${messages.noBots} ${mayConnect ? messages.youConnect : messages.whoConnects}`
}

type UnlinkProps = { readonly identity: Identity; readonly onClose: () => void }

function Unlink({ identity, onClose }: UnlinkProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const nameOf = useChatNames()
  const queryClient = useQueryClient()
  const act = useAct(
    () => client.request(`/api/v1/me/identities/${identity.id}`, { method: 'DELETE' }),
    () => {
      void queryClient.invalidateQueries({ queryKey: listKey })
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.unlinkTitle(nameOf(identity.source))}
      cancel={messages.cancel}
      act={messages.unlink}
      isBusy={act.isBusy}
      error={act.error}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      <p>{messages.unlinkText(identity.external_id)}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
