import {
  admitChatSender,
  answerChatPost,
  deliverInvitation,
  deliverNotice,
  deliverPasswordReset,
  removeSource,
  type Ports,
} from '@ken/core'
import type { Job, JobKind, JobOf, JobOutcome, JobHistory } from '@ken/core/ports'

type UseCase<Kind extends JobKind> = (
  ports: Ports,
  job: JobOf<Kind>,
  past: JobHistory,
) => Promise<JobOutcome>

/** The use case of each kind of job. */
const useCases: { readonly [Kind in JobKind]: UseCase<Kind> } = {
  admit_chat_sender: admitChatSender,
  answer_chat_post: answerChatPost,
  deliver_invitation: deliverInvitation,
  deliver_notice: deliverNotice,
  deliver_password_reset: deliverPasswordReset,
  remove_source: removeSource,
}

/** Runs a job with the use case of its kind. */
export function runJob(ports: Ports, job: Job, past: JobHistory): Promise<JobOutcome> {
  // The table maps each kind to a use case that takes this kind.
  const useCase = useCases[job.kind] as (
    ports: Ports,
    job: Job,
    past: JobHistory,
  ) => Promise<JobOutcome>
  return useCase(ports, job, past)
}
