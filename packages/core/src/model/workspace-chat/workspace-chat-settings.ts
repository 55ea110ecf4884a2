import type { BotSettings } from '../chat/bot-settings.ts'

/** How messages come to the bot: over connections that Ken opens, or in requests that the platform sends to Ken. */
export const workspaceChatTransports = ['socket', 'http'] as const
export type WorkspaceChatTransport = (typeof workspaceChatTransports)[number]

/** The settings of the workspace chat, its app and its bot. Tokens and secret are encrypted for `appId`. */
export type WorkspaceChatSettings = BotSettings & {
  readonly transport: WorkspaceChatTransport
  /** Opens connections. */
  readonly appTokenEnc: string | null
  /** With it the platform signs its requests. */
  readonly signingSecretEnc: string | null
  /** The app that was named last, even after its tokens were removed: links belong to it. */
  readonly appId: string | null
  /** The workspace of the bot, or its organization with several. Set only by a successful probe. */
  readonly workspaceId: string | null
  readonly workspaceName: string | null
  /**
   * Whether members are linked to the account of an address that the platform confirmed. Only an Owner turns it on, for one bot
   * in one workspace.
   */
  readonly matchesByEmail: boolean
  /** Whether the app shows that it is at work, and suggests questions. Nothing depends on it. */
  readonly hasAiFeatures: boolean
  /** Questions that people are shown to choose from, at most four. */
  readonly prompts: readonly string[]
  /** What the app may do in the workspace, by the latest probe; null if the platform did not say. */
  readonly scopes: readonly string[] | null
}

/** What the bot needs for everything that it does. */
const scopesOfAll = ['chat:write', 'commands', 'im:history', 'im:read', 'im:write', 'users:read']

/** What the app lacks for what is turned on; empty if that is not known. */
export const missingScopesOf = ({
  scopes,
  matchesByEmail,
  hasAiFeatures,
}: Pick<WorkspaceChatSettings, 'scopes' | 'matchesByEmail' | 'hasAiFeatures'>): readonly string[] =>
  scopes === null
    ? []
    : [
        ...scopesOfAll,
        ...(matchesByEmail ? ['users:read.email'] : []),
        ...(hasAiFeatures ? ['assistant:write'] : []),
      ].filter((scope) => !scopes.includes(scope))

export const promptsMax = 4
export const promptLengthMax = 75

/**
 * The questions without surrounding white space; null if there are too many, or if one is empty, too long or longer
 * than one line.
 */
export function promptsOf(texts: readonly string[]): readonly string[] | null {
  const prompts = texts.map((text) => text.trim())
  const areValid = prompts.every(
    (prompt) => /^[^\p{C}\u2028\u2029]+$/u.test(prompt) && prompt.length <= promptLengthMax,
  )
  return areValid && prompts.length <= promptsMax ? prompts : null
}

/** What the transport needs beside the bot token. */
export const transportSecretOf = ({
  transport,
}: Pick<WorkspaceChatSettings, 'transport'>): 'appTokenEnc' | 'signingSecretEnc' =>
  transport === 'socket' ? 'appTokenEnc' : 'signingSecretEnc'

/** Whether the bot can be used. */
export const isWorkspaceAvailable = (settings: WorkspaceChatSettings): boolean =>
  settings.enabled &&
  settings.botTokenEnc !== null &&
  settings[transportSecretOf(settings)] !== null &&
  settings.appId !== null &&
  settings.workspaceId !== null &&
  settings.botUserId !== null

/** Whether the text is the token of a bot. */
export const isWorkspaceBotToken = (text: string): boolean => /^xoxb-[\w-]{10,250}$/.test(text)

/** The app that an app token belongs to: the part after its version; null if the text is no such token. */
export const appIdOfToken = (text: string): string | null =>
  /^xapp-\d+-([A-Z0-9]{3,30})-[\w-]{8,250}$/.exec(text)?.[1] ?? null

/** Whether the text is the id of an app. */
export const isAppId = (text: string): boolean => /^A[A-Z0-9]{2,29}$/.test(text)

/** Whether the text is a secret that the platform signs with. */
export const isSigningSecret = (text: string): boolean => /^[0-9A-Za-z]{20,128}$/.test(text)
