/** The question has no text that can be searched; `detail` says what is allowed. */
export type AskQuestionInvalid = { readonly code: 'ask.question_invalid'; readonly detail: string }

/** The key, or the person without one, has asked as often as is allowed in a minute. */
export type AskRateLimited = {
  readonly code: 'ask.rate_limited'
  readonly limit: number
  readonly resetSeconds: number
}

/** As many questions of one caller are being answered as are allowed. */
export type AsksTooMany = {
  readonly code: 'ask.too_many'
  readonly runningMax: number
  readonly retryAfterSeconds: number
}

/** As many callers wait for the model as are allowed. */
export type ModelBusy = { readonly code: 'ask.model_busy'; readonly retryAfterSeconds: number }

/** What the caller may see became less while the answer was written. */
export type AccessChanged = { readonly code: 'ask.access_changed' }

/** There is no such conversation of the caller. */
export type ConversationNotFound = { readonly code: 'conversation.not_found' }

export type AnswerError =
  | AccessChanged
  | AskQuestionInvalid
  | AskRateLimited
  | AsksTooMany
  | ConversationNotFound
  | ModelBusy
