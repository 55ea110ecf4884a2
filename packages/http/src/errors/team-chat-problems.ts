import {
  conflict,
  invalidField,
  probeFailed,
  rateLimited,
  retryAfter,
  type ProblemsOf,
} from './problem.ts'

/** The failures of the team-chat settings. */
export const teamChatProblems = {
  'team_chat.address_invalid': invalidField,
  'team_chat.address_missing': invalidField,
  'team_chat.token_invalid': invalidField,
  'team_chat.probe_failed': { ...probeFailed, reason: ({ reason }) => reason },
  'team_chat.probes_exhausted': { ...rateLimited, headers: retryAfter },
  'team_chat.changed_meanwhile': conflict,
} as const satisfies ProblemsOf<'team_chat'>
