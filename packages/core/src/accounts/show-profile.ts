import type { Person } from '../model/actor.ts'
import type { Ports, Profile } from '../ports/index.ts'
import { capabilities, mayDo, type Capability } from '../model/accounts/permissions.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'

export type ShowProfile = { readonly actor: Person }

/** A person's own account, and what they may do apart from it. */
export type OwnProfile = Profile & {
  readonly may: readonly Capability[]
  /** Whether Ken can send email: without it, no one can be invited. */
  readonly canSendMail: boolean
  /** Whether Ken writes answers, not only lists of sources. */
  readonly canAnswer: boolean
}

/** The person's own account in its current state. */
export async function showProfile(
  ports: Pick<Ports, 'accountHolders' | 'answerModel' | 'mailer'>,
  { actor }: ShowProfile,
): Promise<Result<OwnProfile, Forbidden>> {
  const profile = await ports.accountHolders.findProfile(actor.userId)
  if (profile?.account.status !== 'active') return err({ code: 'account.forbidden' })
  const { account } = profile
  return ok({
    ...profile,
    may: capabilities.filter((capability) => mayDo(account, capability)),
    canSendMail: ports.mailer !== null,
    canAnswer: ports.answerModel !== null,
  })
}
