import { admitChatSender, answerChatPost, deliverInvitation, deliverNotice, deliverPasswordReset, type Ports } from '@ken/core'
import type { Job, JobKind, JobOf, JobOutcome, JobPast } from '@ken/core/ports'

type UseCase<Kind extends JobKind> = (ports: Ports, job: JobOf<Kind>, past: JobPast) => Promise<JobOutcome>

/** Each kind of job, and the use case that carries it out. */
const useCases: { readonly [Kind in JobKind]: UseCase<Kind> } = {
  admit_chat_sender: admitChatSender,
  answer_chat_post: answerChatPost,
  deliver_invitation: deliverInvitation,
  deliver_notice: deliverNotice,
  deliver_password_reset: deliverPasswordReset,
}

/** Gives a job to the use case of its kind. */
export function carryOut(ports: Ports, job: Job, past: JobPast): Promise<JobOutcome> {
  // The table has it that the job of a kind fits the use case of that kind.
  const useCase = useCases[job.kind] as (ports: Ports, job: Job, past: JobPast) => Promise<JobOutcome>
  return useCase(ports, job, past)
}
