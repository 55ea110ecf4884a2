import { useState, type ReactNode } from 'react'
import { useBotKit } from '../bots/bot-kit.ts'
import type { Bot } from '../bots/bot.ts'
import { useForgetBot, useShowBot } from '../bots/use-bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Card } from '../ui/card.tsx'
import { faultyFields } from '../ui/faulty-fields.ts'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { botMessengerMessages } from './messages.ts'

/** Whether Ken fetches the messages or the platform posts them, and what the platform says about that. */
export function TransportCard({ bot }: { readonly bot: Bot }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(botMessengerMessages)
  const kit = useBotKit()
  const [showBot, forgetBot] = [useShowBot(), useForgetBot()]
  const [done, setDone] = useState<string | null>(null)
  const isPosted = bot.arrival?.transport === 'webhook'
  const act = useAct(
    async () => {
      try {
        const json = { transport: isPosted ? 'polling' : 'webhook' }
        return kit.botOf(await client.request(kit.path, { method: 'PUT', json }))
      } finally {
        forgetBot()
      }
    },
    (changed) => {
      showBot(changed)
      setDone(changed.arrival?.transport === 'webhook' ? messages.nowPosted : messages.nowFetched)
    },
  )
  const isInsecure = faultyFields(act.error).has('transport')
  return (
    <Card title={messages.transport} done={done}>
      <p>{isPosted ? messages.isPosted : messages.isFetched}</p>
      {bot.arrival?.webhook != null && <Webhook webhook={bot.arrival.webhook} />}
      {isInsecure && (
        <Notice kind="fault" role="alert">
          <p>{messages.insecure}</p>
        </Notice>
      )}
      {act.error !== null && !isInsecure && <Problem error={act.error} />}
      <div>
        <ActButton
          kind="secondary"
          act={act}
          onClick={() => {
            setDone(null)
            act.run(undefined)
          }}
        >
          {isPosted ? messages.fetch : messages.post}
        </ActButton>
      </div>
    </Card>
  )
}

type WebhookProps = {
  readonly webhook: NonNullable<NonNullable<Bot['arrival']>['webhook']>
}

/** Where the platform posts, and why it could not the last time that it could not. */
function Webhook({ webhook }: WebhookProps): ReactNode {
  const messages = useMessages(botMessengerMessages)
  const { address, pending_updates: pending, last_error: error, last_error_at: at } = webhook
  return (
    <>
      {address !== null && (
        <p>
          {messages.postedTo}: <code>{address}</code>
        </p>
      )}
      {pending !== null && (
        <p>
          {messages.pending}: {pending}
        </p>
      )}
      {error !== null && (
        <>
          <p>
            {messages.lastError}: {messages.webhookErrors[error]}
            {at !== null && (
              <>
                {' '}
                <Moment value={at} />
              </>
            )}
          </p>
          <details>
            <summary>{messages.details}</summary>
            <p>{webhook.last_error_detail}</p>
          </details>
        </>
      )}
      {error === null && pending !== null && <p>{messages.noError}</p>}
    </>
  )
}
