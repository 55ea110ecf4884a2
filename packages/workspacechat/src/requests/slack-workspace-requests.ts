import type { WorkspaceRequestContent, WorkspaceRequests } from '@ken/core/ports'
import { fieldsOf, parseJson } from '@ken/outbound'
import { provenMessage } from '../listener/proven-message.ts'
import { signedText } from './signed-text.ts'

const unsigned: WorkspaceRequestContent = { kind: 'unsigned' }
const challengeForm = /^[\w.-]{1,256}$/

/** Reads requests of the Events API. */
export const slackWorkspaceRequests = (): WorkspaceRequests => ({
  readEvent(bot, request, now) {
    const text = bot.signingSecret === null ? null : signedText(bot.signingSecret, request, now)
    if (text === null) return unsigned
    const payload = parseJson(text)
    const { type, challenge, api_app_id: appId } = fieldsOf(payload)
    if (
      type === 'url_verification' &&
      typeof challenge === 'string' &&
      challengeForm.test(challenge)
    )
      return { kind: 'challenge', challenge }
    if (type === 'app_rate_limited' && appId === bot.appId) return { kind: 'limited' }
    return { kind: 'event', received: provenMessage(payload, bot) }
  },
})
