import {
  askWindows,
  callWindows,
  messageWindows,
  messengerUpdatesPath,
  modelSlotLimits,
  searchLimits,
  type CallWindows,
  type Embedder,
  type KeyLimiter,
  type Log,
  type ModelSlotLimits,
  type Ports,
  type SearchLimits,
} from '@ken/core/ports'
import { telegramBotMessenger } from '@ken/botmessenger'
import {
  aesGcmCipher,
  argon2Hashers,
  hibpBreachedPasswords,
  hmacAccessTokens,
  hmacDeviceTokens,
  hmacEmailDigests,
  hmacLinkCodeSource,
  hmacRefreshTokens,
  randomApiKeySource,
  randomRecoveryCodeSource,
  randomSecretSource,
  totpOneTimeCodes,
  uuidIdSource,
  type KeyRing,
} from '@ken/crypto'
import { threadFileConverter } from '@ken/files/upload'
import { inProcessAnswerLimiter, openAiEmbedder } from '@ken/models'
import {
  batchedRefusalCounter,
  inProcessSearchLimiter,
  postgresKeyUsage,
  searchLimitsFor,
  type Database,
  type postgresPorts,
} from '@ken/postgres'
import {
  inProcessKeyLimiter,
  redisChatHealth,
  redisKeyLimiter,
  type RedisConnection,
} from '@ken/redis'
import { v4TeamChat } from '@ken/teamchat'
import { slackWorkspaceChat } from '@ken/workspacechat'
import type { Config } from '../config/config.ts'
import type { OpenParts } from '../open-parts.ts'
import { refuseThrottledClients } from './refuse-throttled-clients.ts'
import { searchWithSynonyms } from './search-with-synonyms.ts'
import { timerPause } from './timer-pause.ts'

/** The ports that exist already, and what the others are made from. */
export type PortParts = Pick<
  Ports,
  'answerModel' | 'clock' | 'jobQueue' | 'log' | 'mailer' | 'passwordStrength'
> & {
  readonly config: Config
  readonly keyRing: KeyRing
  readonly database: Database
  readonly databasePorts: ReturnType<typeof postgresPorts>
  readonly redis: RedisConnection | null
}

/** Chooses the adapter of every port. Adapters that must be closed are added to the open parts. */
export function composePorts(
  { config, keyRing, database, databasePorts, redis, ...given }: PortParts,
  { opened }: Pick<OpenParts, 'opened'>,
): Ports {
  const { clock, log } = given
  return {
    ...databasePorts,
    ...given,
    ...chatPorts(config, given),
    ...argon2Hashers({ parameters: config.passwordHashCost }),
    accessTokens: hmacAccessTokens(keyRing, clock),
    answerLimiter: inProcessAnswerLimiter(modelSlotLimitsOf(config)),
    apiKeys: randomApiKeySource(),
    askLimiter: keyLimiterOn(redis, askWindows, 'ken:ask:'),
    breachedPasswords: hibpBreachedPasswords({ url: config.breachUrl, clock, log }),
    chatHealth: redis === null ? databasePorts.chatHealth : redisChatHealth(redis),
    cipher: aesGcmCipher(keyRing),
    deviceTokens: hmacDeviceTokens(keyRing),
    emailDigests: hmacEmailDigests(keyRing),
    embedder: embedderOf(config, log),
    fileConverter: opened(threadFileConverter()),
    ids: uuidIdSource(clock),
    keyLimiter: keyLimiterOn(redis, perPerson(callWindows, config), 'ken:'),
    keyUsage: opened(postgresKeyUsage({ query: database.backgroundQuery }, log)),
    linkCodeSource: hmacLinkCodeSource(keyRing),
    messageLimiter: keyLimiterOn(redis, perPerson(messageWindows, config), 'ken:messages:'),
    oneTimeCodes: totpOneTimeCodes(),
    pause: timerPause(clock),
    recoveryCodeSource: randomRecoveryCodeSource(),
    refreshTokens: hmacRefreshTokens(keyRing),
    refusalCounter: opened(batchedRefusalCounter({ transact: databasePorts.transact, log })),
    searchIndex: searchWithSynonyms(databasePorts.searchIndex, config.synonyms),
    searchLimiter: inProcessSearchLimiter(searchLimitsOf(config)),
    secrets: randomSecretSource(),
    signInAttempts: refuseThrottledClients(databasePorts.signInAttempts),
  }
}

/** The chat platforms. What belongs to one platform alone has ports of its own. */
function chatPorts(
  { allowsLocalTeamChat: allowLoopback, baseUrl, workspaceChatUrl: apiUrl }: Config,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): Pick<Ports, 'chatPlatforms' | 'workspaceDirectory' | 'workspaceRequests'> {
  const workspaceChat = slackWorkspaceChat({ clock, log, apiUrl, allowLoopback })
  // The platform posts to https addresses only.
  const webhookAddress = baseUrl.startsWith('https:') ? `${baseUrl}${messengerUpdatesPath}` : null
  return {
    chatPlatforms: {
      teamchat: v4TeamChat({ clock, log, allowLoopback }),
      workspace_chat: workspaceChat,
      bot_messenger: telegramBotMessenger({ clock, log, allowLoopback, webhookAddress }),
    },
    workspaceDirectory: workspaceChat.directory,
    workspaceRequests: workspaceChat.requests,
  }
}

/** Counts over all processes if there is a Redis, otherwise in this one. */
const keyLimiterOn = (
  redis: RedisConnection | null,
  windows: CallWindows,
  keyPrefix: string,
): KeyLimiter =>
  redis === null ? inProcessKeyLimiter(windows) : redisKeyLimiter(redis, windows, { keyPrefix })

const perPerson = (windows: CallWindows, { personLimit }: Config): CallWindows => ({
  ...windows,
  person: { ...windows.person, limit: personLimit },
})

const searchLimitsOf = ({ databaseUrl, databasePoolMax }: Config): SearchLimits =>
  databaseUrl === null ? searchLimits : searchLimitsFor(databasePoolMax)

const embedderOf = ({ embedder }: Config, log: Log): Embedder | null =>
  embedder === null ? null : openAiEmbedder({ log }, embedder)

const modelSlotLimitsOf = ({ answerModel }: Config): ModelSlotLimits =>
  answerModel === null
    ? modelSlotLimits
    : {
        ...modelSlotLimits,
        runningMax: answerModel.concurrencyMax,
        waitMs: answerModel.budgetMs,
      }
