import { background } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { mailOutcome } from '../mail/mail-outcome.ts'
import {
  noHistory,
  type JobOf,
  type Mail,
  type JobOutcome,
  type JobHistory,
  type MailOutcome,
  type Ports,
  type Stores,
  type Transacts,
} from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import {
  beingSent,
  deferred,
  isBeingSent,
  isTooOldToRetry,
  possiblySent,
  revoked,
  sent,
  undeliverable,
  type Invitation,
  type OpenInvitation,
} from '../model/invitations/invitation.ts'
import { isInviterEntitled } from './open-invitation.ts'

/**
 * Sends the email of an invitation. The token is created here, so that the queue holds no secret, and is stored before
 * the email is sent: a crash in between causes at most one extra email, and only the last token works. Retries for 48
 * hours, then the invitation fails.
 */
export async function deliverInvitation(
  ports: Pick<Ports, 'mailer' | 'secrets'> &
    Transacts<'accounts' | 'audit' | 'invitations' | 'now' | 'settings'>,
  job: JobOf<'deliver_invitation'>,
  past: JobHistory = noHistory,
): Promise<JobOutcome> {
  const { plain, digest } = ports.secrets.newSecret()
  const start = await ports.transact(async (stores) =>
    ok(await startDelivery(stores, { ...job, ...past }, digest, ports.mailer !== null)),
  )
  if (start.value.kind === 'wait') return err({ code: 'mail.deferred', reason: start.value.reason })
  if (start.value.kind === 'done' || ports.mailer === null) return ok(null)

  const { invitation, from } = start.value
  const { email: to, role, expiresAt } = invitation
  const verdict = await ports.mailer.send({
    kind: 'invitation',
    to,
    role,
    ...from,
    token: plain,
    expiresAt,
  })
  const outcome = mailOutcome(verdict, past)
  await ports.transact(async ({ invitations }) => {
    const current = await invitations.lock(invitation.id)
    // If it was revoked, accepted or sent by another worker meanwhile, the state stays as they set it.
    if (current?.state === 'queued' && current.tokenDigest === digest)
      await invitations.update(stateAfter(current, verdict, outcome))
    return ok(null)
  })
  return outcome
}

/** The invitation to send, a reason to send it later, or nothing that is left to do. */
type DeliveryStart =
  | {
      readonly kind: 'send'
      readonly invitation: OpenInvitation
      readonly from: Sender
    }
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'done' }
type Sender = Pick<Extract<Mail, { kind: 'invitation' }>, 'inviter' | 'organisation'>

const done: DeliveryStart = { kind: 'done' }
const wait = (reason: string): DeliveryStart => ({ kind: 'wait', reason })

async function startDelivery(
  stores: Pick<Stores, 'accounts' | 'audit' | 'invitations' | 'now' | 'settings'>,
  { invitationId, isAbandoned }: JobOf<'deliver_invitation'> & JobHistory,
  digest: string,
  isMailConfigured: boolean,
): Promise<DeliveryStart> {
  const invitation = await stores.invitations.lock(invitationId)
  if (invitation?.state !== 'queued') return done
  const now = await stores.now()
  if (!isAbandoned && isBeingSent(invitation, now)) return wait('Another worker is sending it.')
  const update = async (next: Invitation, start: DeliveryStart): Promise<DeliveryStart> => {
    await stores.invitations.update(next)
    return start
  }
  if (!(await isInviterEntitled(stores, invitation))) {
    await stores.audit.append(revocationOf(invitation))
    return update(revoked(invitation, now), done)
  }
  if ((await stores.accounts.findByEmail(invitation.email)) !== null)
    return update(undeliverable(invitation, 'This address already has an account.'), done)
  if (isTooOldToRetry(invitation, now)) {
    const reason = invitation.lastError ?? 'No worker was available.'
    return update(undeliverable(invitation, `Failed after 48 hours. ${reason}`), done)
  }
  if (!isMailConfigured) {
    const reason = 'No mail server is configured.'
    return update(deferred(invitation, reason), wait(reason))
  }
  const sending = beingSent(invitation, digest, now)
  const from = await senderOf(stores, sending)
  return update(sending, { kind: 'send', invitation: sending, from })
}

const revocationOf = ({ id, email, role }: Invitation) =>
  auditEntry(background, 'invitation.revoke', `invitation:${id}`, {
    email,
    role,
    reason: 'sender_not_an_owner',
  })

/** Who invites, and for which organisation, at the time of sending. */
async function senderOf(
  { accounts, settings }: Pick<Stores, 'accounts' | 'settings'>,
  { invitedBy }: Invitation,
): Promise<Sender> {
  const inviter = invitedBy === null ? null : await accounts.find(invitedBy)
  const { organisationName: organisation } = await settings.read()
  return { inviter: inviter?.name ?? null, organisation }
}

function stateAfter(
  invitation: Invitation,
  verdict: MailOutcome,
  { ok: isOver }: JobOutcome,
): Invitation {
  if (verdict.kind === 'accepted') return sent(invitation)
  if (verdict.kind === 'refused') return undeliverable(invitation, verdict.reason)
  return isOver ? possiblySent(invitation, verdict.reason) : deferred(invitation, verdict.reason)
}
