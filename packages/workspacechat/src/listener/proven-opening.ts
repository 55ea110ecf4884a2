import { inWorkspace, type OpenedChat } from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import {
  isChannel,
  isForBot,
  isForeign,
  isOwn,
  isUser,
  type AddressedBot,
} from './proven-message.ts'

const places: { readonly [tab: string]: OpenedChat['place'] } = {
  home: 'home',
  messages: 'conversation',
}

/** Reads what a member of the bot's workspace or organization opened of this app; null for every other event, and any other JSON. */
export function provenOpening(payload: unknown, bot: AddressedBot): OpenedChat | null {
  const fields = fieldsOf(payload)
  const event = fieldsOf(fields['event'])
  const { type, user, channel, tab } = event
  if (fields['type'] !== 'event_callback' || type !== 'app_home_opened') return null
  if (!isForBot(fields, bot) || isForeign(fields, event, bot)) return null
  if (!isUser(user) || isOwn(user, bot) || !isChannel(channel)) return null
  const place = typeof tab === 'string' && Object.hasOwn(places, tab) ? places[tab] : undefined
  if (place === undefined) return null
  const { workspaceId } = bot
  return {
    place,
    authorId: inWorkspace(workspaceId, user),
    channelId: inWorkspace(workspaceId, channel),
  }
}
