import type { ChatInbox } from '@ken/core/ports'
import { arrivalIn, fieldsOf, type Arrival } from '@ken/outbound'
import { parseDirectMessage } from './posted-event.ts'

/** A `posted` event, to be handed over to an inbox. Only posts of direct channels move the mark. */
export function arrivalOf(event: object, botId: string, inbox: ChatInbox): Arrival {
  const received = parseDirectMessage(event, botId)
  const { channel_id: channelId } = fieldsOf(fieldsOf(event)['broadcast'])
  return arrivalIn(channelId, received, () => inbox.receive(received))
}
