import { fieldsOf } from '@ken/outbound'
import { isForBot, isOwn, type AddressedBot } from './proven-message.ts'

/**
 * Whether the platform tells that this app was uninstalled, or that the token of its bot was revoked; false for every other
 * event, and any other JSON. Only a reason to check the token: one workspace of an organization is not all of them.
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
