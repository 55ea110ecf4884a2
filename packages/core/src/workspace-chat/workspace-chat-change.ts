import type { WorkspaceChatError } from '../model/workspace-chat/workspace-chat-errors.ts'
import {
  appIdOfToken,
  isAppId,
  isSigningSecret,
  promptsOf,
  isWorkspaceBotToken,
  transportSecretOf,
  type WorkspaceChatSettings,
  type WorkspaceChatTransport,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports } from '../ports/index.ts'
import {
  encryptWorkspaceToken,
  type WorkspaceTokenField,
} from '../credentials/workspace-chat-tokens.ts'

/** A change of the settings. Absent fields keep their value, and null removes a token or the secret. */
export type WorkspaceChatInput = {
  readonly botToken?: string | null
  readonly appToken?: string | null
  readonly signingSecret?: string | null
  /** The app, if no app token names it. */
  readonly appId?: string
  readonly transport?: WorkspaceChatTransport
  readonly enabled?: boolean
  readonly matchesByEmail?: boolean
  readonly hasAiFeatures?: boolean
  readonly prompts?: readonly string[]
}

type Invalid<Code extends string> = Extract<
  WorkspaceChatError,
  { readonly code: `workspace_chat.${Code}` }
>

const isGiven = (text: string | null | undefined): text is string => typeof text === 'string'

/** Validates what was pasted; spaces around it are ignored. */
export function parseWorkspaceChatChange(
  input: WorkspaceChatInput,
): Result<
  WorkspaceChatInput,
  Invalid<
    | 'bot_token_invalid'
    | 'app_token_invalid'
    | 'signing_secret_invalid'
    | 'app_id_invalid'
    | 'prompts_invalid'
  >
> {
  const { botToken, appToken, signingSecret, appId } = input
  const trimmed = {
    ...input,
    ...(botToken !== undefined && { botToken: botToken?.trim() ?? null }),
    ...(appToken !== undefined && { appToken: appToken?.trim() ?? null }),
    ...(signingSecret !== undefined && { signingSecret: signingSecret?.trim() ?? null }),
    ...(appId !== undefined && { appId: appId.trim() }),
  }
  if (isGiven(trimmed.botToken) && !isWorkspaceBotToken(trimmed.botToken))
    return err({ code: 'workspace_chat.bot_token_invalid' })
  const named = isGiven(trimmed.appToken) ? appIdOfToken(trimmed.appToken) : undefined
  if (named === null) return err({ code: 'workspace_chat.app_token_invalid' })
  if (isGiven(trimmed.signingSecret) && !isSigningSecret(trimmed.signingSecret))
    return err({ code: 'workspace_chat.signing_secret_invalid' })
  const isOtherApp = named !== undefined && trimmed.appId !== named
  if (isGiven(trimmed.appId) && (!isAppId(trimmed.appId) || isOtherApp))
    return err({ code: 'workspace_chat.app_id_invalid' })
  if (input.prompts === undefined) return ok(trimmed)
  const prompts = promptsOf(input.prompts)
  return prompts === null
    ? err({ code: 'workspace_chat.prompts_invalid' })
    : ok({ ...trimmed, prompts })
}

/**
 * The settings after the change, before any probe. If the app changes, only the tokens and the secret of the change are
 * stored. New tokens that replace those in use are unverified, so that the bot is off unless the change turns it on.
 */
export function changedWorkspaceChat(
  before: WorkspaceChatSettings,
  change: WorkspaceChatInput,
  ports: Pick<Ports, 'cipher'>,
): Result<WorkspaceChatSettings, Invalid<'app_unknown' | 'workspace_unknown'>> {
  const { botToken, appToken, signingSecret, transport = before.transport } = change
  const appId = (isGiven(appToken) ? appIdOfToken(appToken) : change.appId) ?? before.appId
  if (appId === null && (isGiven(botToken) || isGiven(signingSecret)))
    return err({ code: 'workspace_chat.app_unknown' })
  const given: GivenSettings = {
    ...tokensAfter(before, change, ports, appId),
    transport,
    appId,
    hasAiFeatures: change.hasAiFeatures ?? before.hasAiFeatures,
    prompts: change.prompts ?? before.prompts,
  }
  const usesAppToken = before.transport === 'socket' && transport === 'socket'
  const replacesTokens =
    appId !== before.appId || botToken !== undefined || (appToken !== undefined && usesAppToken)
  return replacesTokens
    ? withUnverifiedTokens(before, change, given)
    : withVerifiedTokens(before, change, given)
}

type WorkspaceTokens = Pick<WorkspaceChatSettings, WorkspaceTokenField>
type GivenSettings = WorkspaceTokens &
  Pick<WorkspaceChatSettings, 'transport' | 'appId' | 'hasAiFeatures' | 'prompts'>

/** The tokens and the secret. One that is not given is kept only if the app is the same. */
function tokensAfter(
  before: WorkspaceChatSettings,
  { botToken, appToken, signingSecret }: WorkspaceChatInput,
  ports: Pick<Ports, 'cipher'>,
  appId: WorkspaceChatSettings['appId'],
): WorkspaceTokens {
  const after = (field: WorkspaceTokenField, token: string | null | undefined) => {
    if (token === undefined) return appId === before.appId ? before[field] : null
    return token === null || appId === null
      ? null
      : encryptWorkspaceToken(ports, field, token, appId)
  }
  return {
    botTokenEnc: after('botTokenEnc', botToken),
    appTokenEnc: after('appTokenEnc', appToken),
    signingSecretEnc: after('signingSecretEnc', signingSecret),
  }
}

/** The bot stays as it was verified. Without the secret of its transport it is off. */
function withVerifiedTokens(
  before: WorkspaceChatSettings,
  change: WorkspaceChatInput,
  given: GivenSettings,
): Result<WorkspaceChatSettings, Invalid<'workspace_unknown'>> {
  const matchesByEmail = change.matchesByEmail ?? before.matchesByEmail
  if (matchesByEmail && before.workspaceId === null)
    return err({ code: 'workspace_chat.workspace_unknown' })
  const secret = transportSecretOf(given) === 'appTokenEnc' ? change.appToken : change.signingSecret
  const enabled = change.enabled ?? (before.enabled && secret !== null)
  return ok({ ...before, ...given, enabled, matchesByEmail })
}

/** New tokens may belong to another workspace, and those of another app to another bot. */
function withUnverifiedTokens(
  before: WorkspaceChatSettings,
  change: WorkspaceChatInput,
  given: GivenSettings,
): Result<WorkspaceChatSettings, Invalid<'workspace_unknown'>> {
  if (change.matchesByEmail === true) return err({ code: 'workspace_chat.workspace_unknown' })
  const isSameApp = given.appId === before.appId
  return ok({
    ...given,
    workspaceId: isSameApp ? before.workspaceId : null,
    workspaceName: isSameApp ? before.workspaceName : null,
    botUserId: isSameApp ? before.botUserId : null,
    botUsername: null,
    scopes: null,
    lastTestOk: null,
    lastTestAt: null,
    enabled: change.enabled ?? false,
    matchesByEmail: isSameApp && (change.matchesByEmail ?? before.matchesByEmail),
  })
}

/** Whether both have the same tokens, secret and transport. */
export const isSameWorkspaceBot = (
  one: WorkspaceChatSettings,
  other: WorkspaceChatSettings,
): boolean =>
  one.transport === other.transport &&
  one.botTokenEnc === other.botTokenEnc &&
  one.appTokenEnc === other.appTokenEnc &&
  one.signingSecretEnc === other.signingSecretEnc
