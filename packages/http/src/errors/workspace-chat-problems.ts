import {
  conflict,
  invalidField,
  probeFailed,
  rateLimited,
  retryAfter,
  type ProblemsOf,
} from './problem.ts'

/** The failures of the settings of the workspace chat. */
export const workspaceChatProblems = {
  'workspace_chat.bot_token_invalid': invalidField,
  'workspace_chat.app_token_invalid': invalidField,
  'workspace_chat.app_id_invalid': invalidField,
  'workspace_chat.signing_secret_invalid': invalidField,
  'workspace_chat.prompts_invalid': invalidField,
  'workspace_chat.base_url_insecure': invalidField,
  'workspace_chat.app_unknown': invalidField,
  'workspace_chat.workspace_unknown': conflict,
  'workspace_chat.probe_failed': { ...probeFailed, reason: ({ reason }) => reason },
  'workspace_chat.probes_exhausted': { ...rateLimited, headers: retryAfter },
  'workspace_chat.changed_meanwhile': conflict,
} as const satisfies ProblemsOf<'workspace_chat'>
