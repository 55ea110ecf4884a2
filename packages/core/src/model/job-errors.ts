/** No dead letters have these ids: they are done, retried already, or never were. */
export type DeadLetterNotFound = { readonly code: 'job.not_found'; readonly ids: readonly string[] }

export type JobError = DeadLetterNotFound
