import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Card } from '../ui/display/card.tsx'
import { Confirm } from '../ui/acts/confirm.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useSliced } from '../ui/page/use-sliced.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { ProbeProblem } from './probe-problem.tsx'
import { BotKitContext, useBotKit, useBotWords, type BotKit } from './bot-kit.ts'
import type { Bot } from './bot.ts'
import { useBot, useForgetBot, useShowBot } from './use-bot.ts'

/** The bot of a chat: whether its token works, whether it is on, and whether messages arrive. */
export const BotScreen = ({ kit }: { readonly kit: BotKit }): ReactNode => (
  <BotKitContext value={kit}>
    <BotPage />
  </BotKitContext>
)

function BotPage(): ReactNode {
  const kit = useBotKit()
  const messages = useBotWords()
  const ui = useMessages(uiMessages)
  const { data: bot, error, refetch } = useBot()
  // Only at first: what an act changes shows together with what the act says.
  const isWaiting = useSliced(bot === undefined)
  const data = isWaiting ? undefined : bot
  return (
    <Page title={messages.title} lead={messages.lead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={3} label={ui.loading} />}
      {data !== undefined && (
        <>
          {kit.connectionOf(data)}
          <BotCard bot={data} />
          <DeliveryCard delivery={data.delivery} />
        </>
      )}
    </Page>
  )
}

/** Turns the bot on and off. Turning it off says what ends. */
function BotCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const kit = useBotKit()
  const messages = useBotWords()
  const showBot = useShowBot()
  const forgetBot = useForgetBot()
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const act = useAct(
    async (enabled: boolean) => {
      try {
        const json = { enabled }
        return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
      } finally {
        forgetBot()
      }
    },
    (changed) => {
      showBot(changed)
      setAsking(false)
      setDone(changed.enabled ? messages.turnedOn : messages.turnedOff)
    },
  )
  const { enabled, has_token } = bot
  return (
    <Card title={messages.bot} done={done}>
      <p>{enabled ? messages.botOn : messages.botOff}</p>
      {act.error !== null && !isAsking && (
        <ProbeProblem error={act.error} lead={messages.refusedOn} />
      )}
      {!enabled && <p>{has_token ? messages.turnOnHint : messages.tokenFirst}</p>}
      <div>
        <ActButton
          kind={enabled ? 'secondary' : 'primary'}
          act={isAsking ? { isBusy: false, error: null } : act}
          disabled={!enabled && !has_token}
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
