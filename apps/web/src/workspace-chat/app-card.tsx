import type { ReactNode } from 'react'
import type { Bot } from '../bots/bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { Card } from '../ui/card.tsx'
import { uiMessages } from '../ui/messages.ts'
import { newAppUrl } from './app-manifest.ts'
import { workspaceChatMessages } from './messages.ts'

/** The app that the bot belongs to, or how it is created. */
export function AppCard({ bot }: { readonly bot: Bot }): ReactNode {
  const messages = useMessages(workspaceChatMessages)
  const ui = useMessages(uiMessages)
  const { app } = bot
  const isSetUp = bot.has_token && app?.has_app_token === true
  const steps = (
    <>
      <ol>
        {messages.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href={newAppUrl} target="_blank" rel="noreferrer">
          {messages.createApp}
          <span className="visually-hidden"> ({ui.opensNewTab})</span>
        </a>
      </p>
    </>
  )
  return (
    <Card title={messages.app}>
      {app?.app_id != null && <p>{messages.appIs(app.app_id, app.workspace_name)}</p>}
      {isSetUp ? (
        <details>
          <summary>{messages.otherApp}</summary>
          {steps}
        </details>
      ) : (
        steps
      )}
    </Card>
  )
}
