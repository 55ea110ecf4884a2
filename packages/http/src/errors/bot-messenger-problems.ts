import {
  conflict,
  invalidField,
  probeFailed,
  rateLimited,
  retryAfter,
  type ProblemsOf,
} from './problem.ts'

/** The failures of the settings of the bot messenger. */
export const botMessengerProblems = {
  'bot_messenger.address_invalid': invalidField,
  'bot_messenger.token_invalid': invalidField,
  'bot_messenger.webhook_insecure': invalidField,
  'bot_messenger.probe_failed': { ...probeFailed, reason: ({ reason }) => reason },
  'bot_messenger.probes_exhausted': { ...rateLimited, headers: retryAfter },
  'bot_messenger.changed_meanwhile': conflict,
} as const satisfies ProblemsOf<'bot_messenger'>
