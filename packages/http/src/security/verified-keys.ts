import type { PersonalKeyHolder } from '@ken/core/ports'

const holders = new WeakMap<Request, PersonalKeyHolder>()

/**
 * Notes whose key an internal request carries, when the request that it serves has just been verified with that key. No
 * client can send such a note.
 */
export const noteVerifiedKey = (request: Request, holder: PersonalKeyHolder): void =>
  void holders.set(request, holder)

export const verifiedKeyOf = (request: Request): PersonalKeyHolder | undefined =>
  holders.get(request)
