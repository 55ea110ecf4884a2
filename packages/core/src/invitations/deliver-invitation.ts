import { mailOutcome } from '../mail/mail-outcome.ts'
import { noPast, type JobOf, type JobOutcome, type JobPast, type MailVerdict, type Ports, type Stores } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import {
  beingSent,
  deferred,
  isBeingSent,
  isGivenUp,
  perhapsSent,
  revoked,
  sent,
  undeliverable,
  type Invitation,
  type OpenInvitation,
} from '../model/invitations/invitation.ts'
import { isBacked } from './open-invitation.ts'

/**
 * Sends the mail of an invitation. Its token is made now, so that nothing secret waits in a queue, and is stored before
 * the mail leaves: who dies in between has sent one more mail, and the last token is the only good one. Tries again
 * for as long as a token lives, then the invitation is failed.
 */
export async function deliverInvitation(
  ports: Pick<Ports, 'mailer' | 'secrets' | 'transact'>,
  job: JobOf<'deliver_invitation'>,
  past: JobPast = noPast,
): Promise<JobOutcome> {
  const { plain, digest } = ports.secrets.newSecret()
  const begun = await ports.transact(async (stores) =>
    ok(await begin(stores, { ...job, ...past }, digest, ports.mailer !== null)),
  )
  const { invitation, wait } = begun.value
  if (wait !== null) return err({ code: 'mail.deferred', reason: wait })
  if (invitation === null || ports.mailer === null) return ok(null)

  const { email: to, role, expiresAt } = invitation
  const verdict = await ports.mailer.send({ kind: 'invitation', to, role, token: plain, expiresAt })
  const outcome = mailOutcome(verdict, past)
  await ports.transact(async ({ invitations }) => {
    const now = await invitations.hold(invitation.id)
    // Revoked, accepted or sent by another worker in the meantime: then its state is theirs.
    if (now?.state === 'queued' && now.tokenDigest === digest) await invitations.update(afterwards(now, verdict, outcome))
    return ok(null)
  })
  return outcome
}

/** What to send, or why to wait; neither when there is nothing left to do. */
type Begun = {
  readonly invitation: OpenInvitation | null
  readonly wait: string | null
}

const nothing: Begun = { invitation: null, wait: null }

async function begin(
  stores: Stores,
  { invitationId, isAbandoned }: JobOf<'deliver_invitation'> & JobPast,
  digest: string,
  isMailConfigured: boolean,
): Promise<Begun> {
  const invitation = await stores.invitations.hold(invitationId)
  if (invitation?.state !== 'queued') return nothing
  const now = await stores.now()
  if (!isAbandoned && isBeingSent(invitation, now)) return { ...nothing, wait: 'Another worker is sending it.' }
  const become = async (next: Invitation, begun: Begun): Promise<Begun> => {
    await stores.invitations.update(next)
    return begun
  }
  if (!(await isBacked(stores, invitation))) return become(revoked(invitation, now), nothing)
  if ((await stores.accounts.findByEmail(invitation.email)) !== null)
    return become(undeliverable(invitation, 'There is an account with this address.'), nothing)
  if (isGivenUp(invitation, now)) {
    const reason = invitation.lastError ?? 'No worker came to send it.'
    return become(undeliverable(invitation, `Given up after 48 hours. ${reason}`), nothing)
  }
  if (!isMailConfigured) {
    const wait = 'No mail server is configured.'
    return become(deferred(invitation, wait), { ...nothing, wait })
  }
  const sending = beingSent(invitation, digest, now)
  return become(sending, { ...nothing, invitation: sending })
}

function afterwards(invitation: Invitation, verdict: MailVerdict, { ok: isOver }: JobOutcome): Invitation {
  if (verdict.kind === 'accepted') return sent(invitation)
  if (verdict.kind === 'refused') return undeliverable(invitation, verdict.reason)
  return isOver ? perhapsSent(invitation, verdict.reason) : deferred(invitation, verdict.reason)
}
