import type { AccountError } from './accounts/account-errors.ts'
import type { AgentError } from './agent-errors.ts'
import type { AnswerError } from './answers/answer-errors.ts'
import type { GroupError } from './groups/group-errors.ts'
import type { IdempotencyError } from './idempotency-errors.ts'
import type { IdentityError } from './identities/identity-errors.ts'
import type { InvitationError } from './invitations/invitation-errors.ts'
import type { JobError } from './job-errors.ts'
import type { KeyError } from './keys/key-errors.ts'
import type { KnowledgeError } from './knowledge/knowledge-errors.ts'
import type { MailError } from './mail/mail-errors.ts'
import type { PasswordError } from './passwords/password-errors.ts'
import type { SecondFactorError } from './second-factor-errors.ts'
import type { SettingsError } from './settings-errors.ts'
import type { SessionError } from './sessions/session-errors.ts'
import type { SignInError } from './sign-in/sign-in-errors.ts'
import type { BotMessengerError } from './bot-messenger/bot-messenger-errors.ts'
import type { WorkspaceChatError } from './workspace-chat/workspace-chat-errors.ts'
import type { TeamChatError } from './team-chat/team-chat-errors.ts'

/** Every expected failure. A surface maps each `code` once. */
export type KenError =
  | AccountError
  | AgentError
  | AnswerError
  | BotMessengerError
  | WorkspaceChatError
  | PasswordError
  | GroupError
  | IdempotencyError
  | IdentityError
  | InvitationError
  | JobError
  | KeyError
  | KnowledgeError
  | MailError
  | SessionError
  | SecondFactorError
  | SettingsError
  | SignInError
  | TeamChatError
export type KenErrorCode = KenError['code']
