import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAct } from '../ui/use-act.ts'
import { ConnectionCard } from './connection-card.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { ProbeProblem } from './probe-problem.tsx'
import { teamChatMessages } from './messages.ts'
import {
  teamChatPath,
  useForgetTeamChat,
  useShowTeamChat,
  useTeamChat,
  type TeamChat,
} from './use-team-chat.ts'

/** The bot: whether its token works, whether it is on, and whether messages arrive. */
export function TeamChatScreen(): ReactNode {
  const messages = useMessages(teamChatMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useTeamChat()
  return (
    <Page title={messages.teamChat} lead={messages.lead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && (
        <>
          <ConnectionCard teamChat={data} />
          <BotCard teamChat={data} />
          <DeliveryCard delivery={data.delivery} />
        </>
      )}
    </Page>
  )
}

/** Turns the bot on and off. Turning it off says what ends. */
function BotCard({ teamChat }: { readonly teamChat: TeamChat }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(teamChatMessages)
  const showTeamChat = useShowTeamChat()
  const forgetTeamChat = useForgetTeamChat()
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const act = useAct(
    async (enabled: boolean) => {
      try {
        const json = { enabled }
        return await client.request<TeamChat>(teamChatPath, { method: 'PUT', json })
      } finally {
        forgetTeamChat()
      }
    },
    (changed) => {
      showTeamChat(changed)
      setAsking(false)
      setDone(changed.enabled ? messages.turnedOn : messages.turnedOff)
    },
  )
  const { enabled } = teamChat
  return (
    <Card title={messages.bot} done={done}>
      <p>{enabled ? messages.botOn : messages.botOff}</p>
      {act.error !== null && !isAsking && (
        <ProbeProblem error={act.error} lead={messages.refusedOn} />
      )}
      {!enabled && <p>{messages.turnOnHint}</p>}
      <div>
        <ActButton
          kind={enabled ? 'secondary' : 'primary'}
          act={isAsking ? { isBusy: false, error: null } : act}
          onClick={() => {
            setDone(null)
            if (enabled) setAsking(true)
            else act.run(true)
          }}
        >
          {enabled ? messages.turnOff : messages.turnOn}
        </ActButton>
      </div>
      {isAsking && (
        <Confirm
          title={messages.turnOffTitle}
          cancel={messages.cancel}
          act={messages.turnOff}
          isBusy={act.isBusy}
          error={act.error}
          onCancel={() => setAsking(false)}
          onAct={() => act.run(false)}
        >
          <p>{messages.turnOffText}</p>
          {act.error !== null && <Problem error={act.error} />}
        </Confirm>
      )}
    </Card>
  )
}
