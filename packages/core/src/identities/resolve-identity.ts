import { canonicalEmail } from '../model/accounts/email.ts'
import type { Person, ServiceSurface } from '../model/actor.ts'
import type { Ports, ChatBot, Visibility, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentityNotLinked } from '../model/identities/identity-errors.ts'
import { maskedEmail, matchesByEmail, parseExternalId } from '../model/identities/identity.ts'
import { linkIdentity, type LinkingStores } from './link-identity.ts'
import { personOnBehalf } from '../authorization/on-behalf.ts'

export type ResolveIdentity = {
  readonly actor: ServiceSurface
  readonly externalId: string
  /** An address that the platform has verified. Ignored on platforms that link only by code. */
  readonly verifiedEmail: string | null
  /** The bot that the person wrote to; null on a platform whose bot Ken does not run. */
  readonly bot: ChatBot | null
}
type ResolvePorts = Pick<Ports, 'identityHolders' | 'ids'> &
  Transacts<'accounts' | 'lockAccount' | LinkingStores>
/** `account` is the masked address of the account. */
export type ResolvedIdentity = {
  readonly actor: Person
  readonly visibility: Visibility
  readonly account: string
}

/**
 * Resolves an external identity to its person. If the platform verifies addresses, an unlinked identity is linked to the
 * active account of the address, while the bot is on and matches by address. An existing link never moves.
 */
export async function resolveIdentity(
  ports: ResolvePorts,
  { actor: surface, externalId, verifiedEmail, bot }: ResolveIdentity,
): Promise<Result<ResolvedIdentity, IdentityNotLinked>> {
  const known = await personOnBehalf(ports, surface, externalId)
  const found =
    known ?? (await linkByEmail(ports, { actor: surface, externalId, verifiedEmail, bot }))
  if (found === null) return err({ code: 'identity.not_linked' })
  const { principals, email } = found.holder
  return ok({
    actor: found.actor,
    visibility: { principals, sources: null },
    account: maskedEmail(email),
  })
}

async function linkByEmail(
  ports: ResolvePorts,
  { actor: surface, externalId, verifiedEmail, bot }: ResolveIdentity,
) {
  const parsed = parseExternalId(externalId)
  const email =
    verifiedEmail === null || !matchesByEmail(surface.source) ? null : canonicalEmail(verifiedEmail)
  if (parsed === null || email === null) return null
  await ports.transact(async (stores) => {
    const found = await stores.accounts.findByEmail(email)
    const current = found === null ? null : await stores.lockAccount(found.id)
    const account = current?.email === email ? current : null
    const linking = { surface, externalId: parsed, account, by: 'email', bot } as const
    return ok(await linkIdentity(ports, stores, linking))
  })
  return personOnBehalf(ports, surface, externalId)
}
