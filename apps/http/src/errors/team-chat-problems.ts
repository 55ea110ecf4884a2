import { botTokenLengthMax, teamChatAdvice } from '@ken/core'
import { conflict, invalidField, rateLimited, type ProblemHeaders, type ProblemsOf } from './problem.ts'

/** What may be wrong with the settings of team chat. */
export const teamChatProblems = {
  'team_chat.address_invalid': invalidField('#/base_url', 'must be an http or https address without user, query or fragment'),
  'team_chat.address_missing': invalidField('#/base_url', 'must be given: a token is for one server'),
  'team_chat.token_invalid': invalidField('#/bot_token', `must be 1 to ${botTokenLengthMax} visible characters of ASCII`),
  'team_chat.probe_failed': {
    status: 422,
    code: 'PROBE_FAILED',
    title: 'The team-chat server does not serve the bot.',
    detail: ({ reason }) => teamChatAdvice[reason],
    reason: ({ reason }) => reason,
  },
  'team_chat.probes_exhausted': {
    ...rateLimited,
    detail: ({ retryAfterSeconds }) =>
      `Too many of the servers that you had Ken ask did not serve the bot. Try again in ${retryAfterSeconds} s.`,
    headers: ({ retryAfterSeconds }): ProblemHeaders => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
  'team_chat.changed_meanwhile': {
    ...conflict,
    detail: 'Somebody else changed the settings while the server was asked. Look at them, and try again.',
  },
} as const satisfies ProblemsOf<'team_chat'>
