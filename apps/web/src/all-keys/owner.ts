import type { Key } from '../keys/use-keys.ts'
import type { Messages } from './messages.en.ts'

/** Who created a key, if that was not its owner; null otherwise. */
export function creatorOf(key: Key, messages: Messages): string | null {
  if (key.created_by === null) return messages.byCommandLine
  return key.created_by === key.responsible_id ? null : messages.byAnother
}

/** Whose key it is: a person's address, or the platform of a service. */
export const ownerOf = ({ source, owner_email: email }: Key, messages: Messages): string =>
  source === null ? (email ?? messages.noPerson) : messages.service(source)
