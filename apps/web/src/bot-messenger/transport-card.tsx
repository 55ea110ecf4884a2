import type { ReactNode } from 'react'
import type { Bot } from '../bots/bot.ts'
import { TransportSwitch } from '../bots/transport-switch.tsx'
import { useMessages } from '../language/use-messages.ts'
import { Code } from '../ui/display/code.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { botMessengerMessages } from './messages.ts'

const transports = { posted: 'webhook', fetched: 'polling' }

/** Whether Ken fetches the messages or the platform posts them, and what the platform says about that. */
export function TransportCard({ bot }: { readonly bot: Bot }): ReactNode {
  const words = useMessages(botMessengerMessages)
  return (
    <TransportSwitch
      isPosted={bot.arrival?.transport === 'webhook'}
      transports={transports}
      words={words}
    >
      {bot.arrival?.webhook != null && <Webhook webhook={bot.arrival.webhook} />}
    </TransportSwitch>
  )
}

type WebhookProps = {
  readonly webhook: NonNullable<NonNullable<Bot['arrival']>['webhook']>
}

/** Where the platform posts, and why posting failed the last time. */
function Webhook({ webhook }: WebhookProps): ReactNode {
  const messages = useMessages(botMessengerMessages)
  const { address, pending_updates: pending, last_error: error, last_error_at: at } = webhook
  return (
    <>
      {address !== null && (
        <p>
          {messages.postedTo}: <Code>{address}</Code>
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
