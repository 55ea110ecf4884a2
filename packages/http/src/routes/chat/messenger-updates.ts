import { receiveMessengerUpdates } from '@ken/core'
import { messengerUpdatesPath } from '@ken/core/ports'
import { respond } from '../../respond.ts'
import type { ChatRoute } from './chat-route.ts'

/** Takes the updates that the platform of the bot messenger posts, with the secret that it was given. */
export const messengerUpdates: ChatRoute = {
  path: messengerUpdatesPath,
  handlerOf({ ken }) {
    const updatesOf = receiveMessengerUpdates(ken.ports)
    return async (context, readPosted) => {
      const secret = context.req.header('x-telegram-bot-api-secret-token')
      const updates = secret === undefined ? null : await updatesOf(secret)
      if (updates === null) return null
      const body = await readPosted()
      if (body === 'incomplete') return respond(context, null, 400, {})
      if (body === 'too_large') await updates.receiveTooLarge()
      else await updates.receive(parsed(body.toString()))
      return respond(context, null, 200, {})
    }
  },
}

/** Undefined for a text that is not JSON, which is counted as malformed, because it would only come again. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
