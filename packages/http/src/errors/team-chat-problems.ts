import {
  conflict,
  invalidField,
  rateLimited,
  type ProblemHeaders,
  type ProblemsOf,
} from './problem.ts'

/** The failures of the team-chat settings. */
export const teamChatProblems = {
  'team_chat.address_invalid': invalidField,
  'team_chat.address_missing': invalidField,
  'team_chat.token_invalid': invalidField,
  'team_chat.probe_failed': {
    status: 422,
    code: 'PROBE_FAILED',
    title: 'The team-chat server does not serve the bot.',
    reason: ({ reason }) => reason,
  },
  'team_chat.probes_exhausted': {
    ...rateLimited,
    headers: ({ retryAfterSeconds }): ProblemHeaders => ({
      'Retry-After': String(retryAfterSeconds),
    }),
  },
  'team_chat.changed_meanwhile': conflict,
} as const satisfies ProblemsOf<'team_chat'>
