import type { JobKind, Part } from './use-system.ts'

/** The words of the state of Ken, in English. */
export const messages = {
  system: 'System',
  lead: 'Whether the parts of Ken work, and what waits.',
  copyReport: 'Copy the report for support',
  parts: 'Parts',
  part: 'Part',
  state: 'State',
  reason: 'What is wrong',
  partNames: {
    database: 'Database',
    redis: 'Redis',
    queue: 'Queue',
    clock: 'Clock',
    disk: 'Disk of the database',
    worker: 'Worker',
    scheduler: 'Scheduler',
  } satisfies Record<Part['part'], string>,
  states: {
    ok: 'Works',
    away: 'Does not respond',
    missing: 'Not running',
    full: 'Full',
    low: 'Little space left',
  } satisfies Record<Part['state'], string>,
  queue: 'Queue',
  stalled: 'Jobs are overdue: no worker takes them. Check that `ken worker` or `ken start` runs.',
  kind: 'Work',
  kinds: {
    answer_chat_post: 'Answers in team chat',
    admit_chat_sender: 'Link codes in team chat',
    deliver_invitation: 'Invitations',
    deliver_password_reset: 'Links to reset a password',
    deliver_notice: 'Notices by email',
  } satisfies Record<JobKind, string>,
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed for good',
  deadLetters: 'Failed jobs',
  noDeadLetters: 'No job has failed for good.',
  attempts: 'Attempts',
  failedAt: 'Failed',
  why: 'Why',
  workerDied: 'The worker ended during the job.',
  acts: 'Acts',
  retry: 'Retry',
  retryAll: 'Retry all',
  retried: (count: string) => `Queued again: ${count}.`,
  gone: 'The job is no longer there; it may have been retried by another person.',
}

export type Messages = typeof messages
