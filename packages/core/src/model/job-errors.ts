/** No dead letters have these ids: they succeeded, were retried already, or never existed. */
export type DeadLetterNotFound = { readonly code: 'job.not_found'; readonly ids: readonly string[] }

export type JobError = DeadLetterNotFound
