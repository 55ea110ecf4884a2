import type { ReactNode } from 'react'
import type { Bot } from '../bots/bot.ts'
import { useMessages } from '../language/use-messages.ts'
import { Code } from '../ui/display/code.tsx'
import { Card } from '../ui/display/card.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { newAppUrl } from './app-manifest.ts'
import { workspaceChatMessages } from './messages.ts'

/** The app that the bot belongs to, or how it is created. */
export function AppCard({ bot }: { readonly bot: Bot }): ReactNode {
  const messages = useMessages(workspaceChatMessages)
  const ui = useMessages(uiMessages)
  const { app } = bot
  if (app === null) return null
  const isByHttp = app.transport === 'http'
  const isSetUp = bot.has_token && (isByHttp ? app.has_signing_secret : app.has_app_token)
  const steps = (
    <>
      <ol>
        {(isByHttp ? messages.stepsByHttp : messages.steps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href={newAppUrl(app)} target="_blank" rel="noreferrer">
          {messages.createApp}
          <span className="visually-hidden"> ({ui.opensNewTab})</span>
        </a>
      </p>
    </>
  )
  return (
    <Card title={messages.app}>
      {app.app_id !== null && <p>{messages.appIs(app.app_id, app.workspace_name)}</p>}
      {app.missing_scopes.length > 0 && (
        <Notice kind="caution" role="status">
          <p>
            {messages.scopesMissing} <Code>{app.missing_scopes.join(' ')}</Code>
          </p>
          <p>{messages.scopesHint}</p>
        </Notice>
      )}
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
