import { fieldsOf } from '@ken/outbound'
import { isForBot, isOwn, type AddressedBot } from './proven-message.ts'

/**
 * Whether an event says that the app was uninstalled or the bot token revoked. Only a reason to check the token: it may
 * concern one workspace of an organization.
 */
export function provenRevocation(payload: unknown, bot: AddressedBot): boolean {
  const fields = fieldsOf(payload)
  const { type, tokens } = fieldsOf(fields['event'])
  if (fields['type'] !== 'event_callback' || !isForBot(fields, bot)) return false
  if (type === 'app_uninstalled') return true
  // The tokens are named by their users.
  const { bot: users } = fieldsOf(tokens)
  return type === 'tokens_revoked' && Array.isArray(users) && users.some((id) => isOwn(id, bot))
}
