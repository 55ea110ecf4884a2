import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { DroppableJobKind, Job, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type DropJobs = { readonly actor: Actor; readonly kinds: readonly DroppableJobKind[] }
/** How many jobs of each of the kinds were dropped, in the order given. */
export type DroppedJobs = readonly { readonly kind: DroppableJobKind; readonly jobs: number }[]

/**
 * Deletes the jobs of these kinds that no worker runs, such as those of a restored backup: their emails are not sent,
 * and their messages get no answer. Invitations that no other job sends fail, and can be resent. For Owner, Admin and
 * operator.
 */
export async function dropJobs(
  ports: Transacts<'accounts' | 'audit' | 'invitations' | 'jobs'>,
  { actor, kinds }: DropJobs,
): Promise<Result<DroppedJobs, Forbidden>> {
  return ports.transact(async (stores): Promise<Result<DroppedJobs, Forbidden>> => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const { dropped, kept } = await stores.jobs.dropWaiting(kinds)
    if (dropped.length > 0) {
      // A resent invitation has two jobs while its first email is being sent.
      const stillSent = new Set(kept.flatMap(invitationOf))
      const unsent = dropped.flatMap(invitationOf).filter((id) => !stillSent.has(id))
      await stores.invitations.failQueued(unsent, reason)
      const meta = {
        jobs: dropped.length,
        kinds: [...new Set(dropped.map(({ kind }) => kind))].join(', '),
      }
      await stores.audit.append(auditEntry(actor, 'queue.drop', 'queue:jobs', meta))
    }
    const count = (kind: string) => dropped.filter((job) => job.kind === kind).length
    return ok([...new Set(kinds)].map((kind) => ({ kind, jobs: count(kind) })))
  })
}

const reason = 'It was dropped from the queue.'

const invitationOf = (job: Job) => (job.kind === 'deliver_invitation' ? [job.invitationId] : [])
