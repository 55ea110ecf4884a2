import {
  diskFaultText,
  missingSecrets,
  probeAnswerModel,
  probeDataDisk,
  probeEmbedder,
  probeMail,
  probeRedis,
  probeSecrets,
  secretsFile,
  type Config,
  type Health,
  type Ken,
} from '@ken/composition'
import {
  countUnreadableFactors,
  listMissingRoles,
  listReportedProxies,
  missingRoleText,
  operator,
  probeTeamChat,
  showQueue,
  showSecretRotation,
  teamChatAdvice,
  type Email,
} from '@ken/core'
import { backgroundRoles } from '@ken/core/ports'
import { failureTextWithHint } from '@ken/presentation'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plural } from './terminal/output.ts'
import type { Connection } from './world.ts'

/** One check and its advice; `skip` means that it could not run. */
export type Check = {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail' | 'skip'
  readonly detail: string
}

const checkOf = (state: Check['state']) => (name: string, detail: string) => ({
  name,
  state,
  detail,
})
export const passed = checkOf('ok')
export const warn = checkOf('warn')
export const fail = checkOf('fail')
export const skip = checkOf('skip')

/** Whether the embedded database exists. Checks must not create it. */
export const isDatabaseMade = ({ databaseUrl, dataDirectory }: Config): boolean =>
  databaseUrl !== null || existsSync(join(dataDirectory, 'database'))

/**
 * Whether the data directory is writable and private to its owner. No check with a database server.
 */
export function checkDataDirectory({ databaseUrl, dataDirectory }: Config): readonly Check[] {
  if (databaseUrl !== null) return []
  const name = 'data directory'
  let place = dataDirectory
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
  } catch {
    return [
      fail(
        name,
        `${place} cannot be written. Set KEN_DATA_DIR to a directory that this user may write to.`,
      ),
    ]
  }
  if (place !== dataDirectory)
    return [
      passed(
        name,
        `${dataDirectory} does not exist yet. ken start creates it; if you expected a Ken there, check KEN_DATA_DIR.`,
      ),
    ]
  const mode = modeForOthers(dataDirectory)
  if (mode === null) return [passed(name, dataDirectory)]
  return [
    warn(
      name,
      `${dataDirectory} is open to others (mode ${mode}). Run: chmod 700 '${dataDirectory}'`,
    ),
  ]
}

/**
 * Whether the disk of the embedded database has room, even while another process uses the database.
 */
export const checkDataDisk = async (config: Config): Promise<readonly Check[]> =>
  config.databaseUrl === null ? [await diskCheck(() => probeDataDisk(config))] : []

/** Whether the disk of a database server has room. */
export const checkServerDisk = ({ probeDisk }: Pick<Ken, 'probeDisk'>): Promise<Check> =>
  diskCheck(probeDisk)

async function diskCheck(probe: Ken['probeDisk']): Promise<Check> {
  const name = 'disk'
  try {
    const fault = await probe()
    if (fault === null) return passed(name, 'The disk has enough room.')
    return (fault === 'full' ? fail : warn)(name, `${diskFaultText[fault]} Free space on it.`)
  } catch (error) {
    return skip(name, `Not checked: ${reasonOf(error)}`)
  }
}

/**
 * Whether the secrets are valid, and generated ones are readable by their owner alone. Creates
 * none.
 */
export function checkSecrets(config: Config): Check {
  const file = secretsFile(config)
  if (config.secrets === null && !existsSync(file)) {
    if (!isDatabaseMade(config)) return passed('secrets', 'Created at the first start.')
    return warn('secrets', missingSecrets(file))
  }
  try {
    probeSecrets(config)
  } catch (error) {
    return fail('secrets', reasonOf(error))
  }
  if (config.secrets !== null) return passed('secrets', 'Given by KEN_SECRETS.')
  const mode = modeForOthers(file)
  if (mode === null) return passed('secrets', file)
  return fail('secrets', `${file} can be read by others (mode ${mode}). Run: chmod 600 '${file}'`)
}

/** The mode of a file or directory that others can access, otherwise null. */
function modeForOthers(path: string): string | null {
  const mode = statSync(path).mode & 0o777
  return (mode & 0o077) === 0 || process.platform === 'win32' ? null : mode.toString(8)
}

/** The checks that need the database. */
export async function checkDatabase({ ports, config, health }: Ken): Promise<readonly Check[]> {
  const { parts } = await health()
  const away = parts.find(({ part, state }) => part === 'database' && state === 'away')
  if (away?.state === 'away')
    throw new Error(`${away.reason} Check KEN_DATABASE_URL and that PostgreSQL runs.`)
  const name = config.databaseUrl === null ? 'The embedded database' : 'The PostgreSQL server'
  return [
    passed('database', `${name} responds and is up to date.`),
    await checkVectors({ ports, config }),
    await checkSearchIndex(ports),
    checkClock(parts),
  ]
}

/** Whether documents of an earlier version are still to be indexed, or a rebuild is unfinished. */
async function checkSearchIndex({ searchIndex }: Ken['ports']): Promise<Check> {
  const { indexed, documents, reindexed } = await searchIndex.indexProgress()
  if (indexed >= documents && reindexed !== null)
    return warn(
      'search index',
      `${reindexed} of ${documents} documents are analyzed again. If the command is not running, continue with: ken database reindex`,
    )
  return indexed >= documents
    ? passed('search index', 'Every document is in the index.')
    : warn(
        'search index',
        `${indexed} of ${documents} documents are in the index. A running Ken adds the rest; until then, searches are complete but slower.`,
      )
}

async function checkVectors({ ports, config }: Pick<Ken, 'ports' | 'config'>): Promise<Check> {
  if (await ports.searchIndex.supportsVectors()) return passed('vectors', 'pgvector is installed.')
  const detail =
    'The database has no pgvector, so only keyword search works. Install it and restart Ken.'
  return config.embedder === null
    ? passed('vectors', 'pgvector is not installed, and no embedder needs it.')
    : warn('vectors', detail)
}

/** Whether every second factor can be decrypted; the secrets must be those of the database. */
export async function checkSecondFactors({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const unreadable = await run(countUnreadableFactors, { actor: operator })
  if (unreadable === 0) return passed('second factors', 'The secrets can decrypt all of them.')
  return fail(
    'second factors',
    `${plural(unreadable, 'second factor')} cannot be decrypted; their owners cannot sign in. Add the missing entry after the others again. If it is lost, remove the second factors one by one with: ken reset-mfa`,
  )
}

/** The state of a rotation of the secrets, and its next step. */
export async function checkRotation({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'secrets rotation'
  const { ids, outdated, sessions } = await run(showSecretRotation, { actor: operator })
  const [unused] = ids.unused
  if (unused !== undefined) {
    const next = `Restart every server, worker and scheduler with it; then remove the ~, and restart them all again.`
    return warn(name, `Entry ${unused} is known and not used yet. ${next}`)
  }
  if (ids.older.length === 0) return passed(name, 'No rotation is in progress.')
  if (outdated > 0) {
    const next = `Once every server, worker and scheduler runs with entry ${ids.newest} first, run: ken secrets reencrypt`
    return warn(
      name,
      `Older entries are still needed for ${plural(outdated, 'stored secret')}. ${next}`,
    )
  }
  if (sessions > 0) {
    const kept = `Keep the older entries: removing them signs ${plural(sessions, 'session')} out.`
    return passed(
      name,
      `${kept} A session stops needing them at its next use, and after 30 days at most.`,
    )
  }
  return warn(
    name,
    `No longer needed: ${ids.older.join(', ')}. Remove the entries after ${ids.newest}, and restart every server, worker and scheduler.`,
  )
}

/** Whether workers run jobs, here or in the server that has the database. */
export async function checkQueue({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const shown = await run(showQueue, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  const { counts, isStalled } = shown.value
  const deadLettered = counts.reduce((total, count) => total + count.deadLettered, 0)
  if (isStalled)
    return warn('queue', 'Jobs are waiting, and no worker runs them. Start one with: ken worker')
  if (deadLettered === 0)
    return passed('queue', 'No job has waited for long, and there are no dead letters.')
  return warn('queue', `${plural(deadLettered, 'job')} failed for good. See why with: ken queue`)
}

/** Whether workers and schedulers run. On the embedded database they are part of the server. */
export async function checkBackground({ run, own, config }: Connection): Promise<readonly Check[]> {
  const isServerDown = own !== null && config.databaseUrl === null
  if (isServerDown)
    return backgroundRoles.map((role) =>
      skip(role, 'Not checked: Ken is not running here. Start it with: ken start'),
    )
  const listed = await run(listMissingRoles, { actor: operator })
  if (!listed.ok) throw new Error(listed.error.code)
  return backgroundRoles.map((role) => {
    if (!listed.value.includes(role)) return passed(role, `At least one ${role} runs.`)
    return warn(role, `${missingRoleText[role]} Start one with: ken ${role}`)
  })
}

/** Whether the team-chat bot reaches its server and receives messages. */
export async function checkTeamChat({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'team chat'
  const probed = await run(probeTeamChat, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, teamChat } = probed.value
  const { baseUrl, botUsername, enabled, delivery } = teamChat
  if (baseUrl === null) return passed(name, 'Not set: the team-chat bot is off.')
  if (fault !== null) return (enabled ? fail : warn)(name, `${baseUrl}: ${teamChatAdvice[fault]}`)
  if (!enabled) return passed(name, `${baseUrl} serves @${botUsername}, which is off.`)
  if (delivery.reason !== null) {
    return warn(
      name,
      `${baseUrl} serves @${botUsername}, but receives no messages. ${teamChatAdvice[delivery.reason]}`,
    )
  }
  return passed(name, `${baseUrl} serves @${botUsername} and receives messages.`)
}

/** Whether requests came through an undeclared proxy, so that many people counted as one client. */
export async function checkProxies({
  run,
  config,
}: Pick<Connection, 'run' | 'config'>): Promise<Check> {
  const name = 'proxies'
  const { clientAddress } = await import('@ken/http')
  const { isTrusted } = clientAddress(config.trustedProxies)
  const undeclared = (await run(listReportedProxies, { actor: operator })).filter(
    ({ peer }) => !isTrusted(peer),
  )
  if (undeclared.length === 0) return passed(name, 'No requests came through an undeclared proxy.')
  const peers = undeclared.map(({ peer }) => peer).join(', ')
  return warn(
    name,
    `Requests from ${peers} carried X-Forwarded-For or the like, and KEN_TRUSTED_PROXIES does not name this peer. If it is your reverse proxy, add it and restart Ken: until then everyone behind it counts as one client, and one attacker can block sign-in for all. If it is not, ignore this; the report disappears within a week.`,
  )
}

/** Whether the clocks of this machine and of the database agree. Ken uses the database's. */
function checkClock(parts: Health['parts']): Check {
  const apart = parts.find(({ part, state }) => part === 'clock' && state === 'away')
  return apart?.state === 'away'
    ? warn('clock', apart.reason)
    : passed('clock', 'The clocks of the database and this machine agree.')
}

/** Whether Redis responds. Does not need the database. */
export async function checkRedis({ redisUrl }: Config): Promise<Check> {
  if (redisUrl === null)
    return passed('redis', 'Not set: this process counts the limits in memory.')
  if (await probeRedis(redisUrl)) return passed('redis', 'Answers.')
  const advice =
    'Check KEN_REDIS_URL and that Redis runs. Until then each process counts the limits separately.'
  return fail('redis', `Redis does not answer. ${advice}`)
}

/** Whether the embedder responds. Does not need the database. */
export async function checkEmbedder({ embedder }: Config): Promise<Check> {
  if (embedder === null) return passed('embedder', 'Not set: keyword search only.')
  try {
    return passed(
      'embedder',
      `${embedder.model} answers, with ${await probeEmbedder(embedder)} dimensions.`,
    )
  } catch (error) {
    return warn(
      'embedder',
      `${reasonOf(error)} Only keyword search works until the embedder responds. Check the KEN_EMBEDDER_ settings.`,
    )
  }
}

/** Whether the answer model responds. Does not need the database. */
export async function checkAnswerModel({ answerModel }: Config): Promise<Check> {
  if (answerModel === null) return passed('model', 'Not set: answers list the results.')
  try {
    const { firstWordMs, charactersPerSecond } = await probeAnswerModel(answerModel)
    const rate =
      charactersPerSecond === null ? '' : `, and ${charactersPerSecond} characters a second`
    return passed(
      'model',
      `${answerModel.model} answers: first word after ${firstWordMs} ms${rate}.`,
    )
  } catch (error) {
    return warn(
      'model',
      `${reasonOf(error)} Until the model responds, answers list the results. Check the KEN_MODEL settings.`,
    )
  }
}

/** Whether the mail server accepts Ken's login and, if a recipient is given, a test email. */
export async function checkMail({ mail, baseUrl }: Config, to: Email | null): Promise<Check> {
  if (mail === null) {
    const detail = 'Not set: no one can be invited, and no notices are sent.'
    return to === null
      ? passed('mail', detail)
      : fail('mail', `${detail} Set KEN_SMTP_URL and KEN_MAIL_FROM.`)
  }
  try {
    await probeMail(mail, baseUrl, to)
  } catch (error) {
    return fail('mail', `${reasonOf(error)} Email stays queued until this is fixed.`)
  }
  return passed(
    'mail',
    to === null
      ? 'The mail server responds and accepts the login.'
      : `A test email was sent to ${to}.`,
  )
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
