import type { Key } from '../keys/use-keys.ts'
import type { Messages } from './messages.en.ts'

/** Whose key it is: a person's address, or the platform of a service. */
export const ownerOf = ({ source, owner_email: email }: Key, messages: Messages): string =>
  source === null ? (email ?? messages.noPerson) : messages.service(source)
