import type { TokenInvalid } from '../model/accounts/account-errors.ts'
import type { Role } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { openInvitation } from './open-invitation.ts'

export type PreviewInvitation = { readonly token: string }
export type PreviewedInvitation = {
  readonly email: Email
  readonly role: Role
  readonly expiresAt: Date
}

/** Returns the address, role and expiry of an invitation. Does not consume its token. */
export async function previewInvitation(
  ports: Pick<Ports, 'secrets'> & Transacts<'accounts' | 'invitations' | 'lockAccount' | 'now'>,
  { token }: PreviewInvitation,
): Promise<Result<PreviewedInvitation, TokenInvalid>> {
  return ports.transact(async (stores) => {
    const invitation = await openInvitation(ports, stores, token)
    if (invitation === null) return err({ code: 'account.token_invalid' })
    const { email, role, expiresAt } = invitation
    return ok({ email, role, expiresAt })
  })
}
