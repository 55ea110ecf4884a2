import type { WorkspaceChatError } from '../model/workspace-chat/workspace-chat-errors.ts'
import {
  appIdOfToken,
  isWorkspaceBotToken,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports } from '../ports/index.ts'
import {
  encryptWorkspaceToken,
  type WorkspaceTokenField,
} from '../credentials/workspace-chat-tokens.ts'

/** A change of the settings: absent fields stay, null removes a token. */
export type WorkspaceChatInput = {
  readonly botToken?: string | null
  readonly appToken?: string | null
  readonly enabled?: boolean
  readonly matchesByEmail?: boolean
}

type Invalid<Code extends string> = Extract<
  WorkspaceChatError,
  { readonly code: `workspace_chat.${Code}` }
>

/** Validates pasted tokens; spaces around them are ignored. */
export function parseWorkspaceChatChange({
  botToken: botText,
  appToken: appText,
  ...rest
}: WorkspaceChatInput): Result<
  WorkspaceChatInput,
  Invalid<'bot_token_invalid' | 'app_token_invalid'>
> {
  const [botToken, appToken] = [botText?.trim() ?? botText, appText?.trim() ?? appText]
  if (typeof botToken === 'string' && !isWorkspaceBotToken(botToken))
    return err({ code: 'workspace_chat.bot_token_invalid' })
  if (typeof appToken === 'string' && appIdOfToken(appToken) === null)
    return err({ code: 'workspace_chat.app_token_invalid' })
  return ok({
    ...rest,
    ...(botToken !== undefined && { botToken }),
    ...(appToken !== undefined && { appToken }),
  })
}

/**
 * The settings after the change, before any probe. The token of another app has no bot token until one is given. New tokens are
 * unverified, so that the bot is off unless the change turns it on.
 */
export function changedWorkspaceChat(
  before: WorkspaceChatSettings,
  { botToken, appToken, ...options }: WorkspaceChatInput,
  ports: Pick<Ports, 'cipher'>,
): Result<WorkspaceChatSettings, Invalid<'app_unknown' | 'workspace_unknown'>> {
  const enabled = options.enabled ?? before.enabled
  const matchesByEmail = options.matchesByEmail ?? before.matchesByEmail
  if (botToken === undefined && appToken === undefined)
    return before.workspaceId === null && matchesByEmail
      ? err({ code: 'workspace_chat.workspace_unknown' })
      : ok({ ...before, enabled, matchesByEmail })
  // New tokens may belong to another workspace.
  if (options.matchesByEmail === true) return err({ code: 'workspace_chat.workspace_unknown' })
  const appId = typeof appToken === 'string' ? appIdOfToken(appToken) : before.appId
  if (typeof botToken === 'string' && appId === null)
    return err({ code: 'workspace_chat.app_unknown' })
  const isSameApp = appId === before.appId
  /** A token that is not given is kept for its own app only. */
  const encrypted = (field: WorkspaceTokenField, token: string | null | undefined) => {
    if (token === undefined) return isSameApp ? before[field] : null
    return token === null || appId === null
      ? null
      : encryptWorkspaceToken(ports, field, token, appId)
  }
  return ok({
    botTokenEnc: encrypted('botTokenEnc', botToken),
    appTokenEnc: encrypted('appTokenEnc', appToken),
    appId,
    workspaceId: isSameApp ? before.workspaceId : null,
    workspaceName: isSameApp ? before.workspaceName : null,
    botUserId: isSameApp ? before.botUserId : null,
    botUsername: null,
    lastTestOk: null,
    lastTestAt: null,
    enabled: options.enabled ?? false,
    matchesByEmail: isSameApp && matchesByEmail,
  })
}

/** Whether both have the same tokens. */
export const isSameWorkspaceBot = (
  one: WorkspaceChatSettings,
  other: WorkspaceChatSettings,
): boolean => one.botTokenEnc === other.botTokenEnc && one.appTokenEnc === other.appTokenEnc
