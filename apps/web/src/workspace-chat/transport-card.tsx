import type { ReactNode } from 'react'
import type { Bot } from '../bots/bot.ts'
import { TransportSwitch } from '../bots/transport-switch.tsx'
import { useMessages } from '../language/use-messages.ts'
import { Code } from '../ui/display/code.tsx'
import { ButtonRow } from '../ui/buttons/button-row.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { Moment } from '../ui/time/moment.tsx'
import { workspaceChatMessages } from './messages.ts'

const transports = { posted: 'http', fetched: 'socket' }

/** Whether Ken opens connections or the platform sends requests, and where to. */
export function TransportCard({ bot }: { readonly bot: Bot }): ReactNode {
  const words = useMessages(workspaceChatMessages)
  const { app } = bot
  const isPosted = app?.transport === 'http'
  return (
    <TransportSwitch isPosted={isPosted} transports={transports} words={words}>
      {isPosted && (
        <>
          <Address label={words.eventsUrl} copy={words.copyEventsUrl} url={app.events_url} />
          <Address label={words.commandsUrl} copy={words.copyCommandsUrl} url={app.commands_url} />
          <p>
            {words.lastEvent}:{' '}
            {app.last_event_at === null ? words.noEvent : <Moment value={app.last_event_at} />}
          </p>
        </>
      )}
    </TransportSwitch>
  )
}

type AddressProps = { readonly label: string; readonly copy: string; readonly url: string }

const Address = ({ label, copy, url }: AddressProps): ReactNode => (
  <ButtonRow>
    <span>
      {label}: <Code>{url}</Code>
    </span>
    <CopyButton text={url} label={copy} isNamed />
  </ButtonRow>
)
