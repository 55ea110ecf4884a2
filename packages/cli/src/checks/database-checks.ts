import { probeEmbedder, type Health, type Ken } from '@ken/composition'
import {
  countUnreadableFactors,
  operator,
  showSecretRotation,
  type SecretRotation,
} from '@ken/core'
import { plural } from '../terminal/output.ts'
import type { Connection } from '../world.ts'
import { fail, passed, skip, warn, type Check } from './check.ts'

/** The checks that need the database. */
export async function checkDatabase({
  ports,
  config,
  health,
  isClockMeasured,
}: Ken): Promise<readonly Check[]> {
  const { parts } = await health()
  const away = parts.find(({ part, state }) => part === 'database' && state === 'away')
  if (away?.state === 'away') throw new Error(away.reason)
  const name = config.databaseUrl === null ? 'The embedded database' : 'The PostgreSQL server'
  return [
    passed('database', `${name} responds and is up to date.`),
    await checkVectors({ ports, config }),
    await checkSearchIndex(ports),
    checkClock(parts, isClockMeasured()),
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
  if (await ports.searchIndex.supportsVectors())
    return (
      (config.embedder === null ? null : await checkDimensions(ports, config.embedder)) ??
      passed('vectors', 'pgvector is installed.')
    )
  const detail =
    'The database has no pgvector, so only keyword search works. Install it and restart Ken.'
  return config.embedder === null
    ? passed('vectors', 'pgvector is not installed, and no embedder needs it.')
    : warn('vectors', detail)
}

/** A warning if semantic search cannot compare stored vectors with those that the embedder returns now. */
async function checkDimensions(
  { searchIndex }: Ken['ports'],
  embedder: NonNullable<Ken['config']['embedder']>,
): Promise<Check | null> {
  const stored = await searchIndex.listDimensions(embedder.model)
  // An embedder that does not respond has a check of its own.
  const returned = stored.length === 0 ? null : await probeEmbedder(embedder).catch(() => null)
  if (returned === null || stored.every((dimensions) => dimensions === returned)) return null
  return warn(
    'vectors',
    `${embedder.model} returns ${returned} dimensions, and stored vectors have ${stored.join(' and ')}: semantic search cannot find their passages. Restart every server and worker, and then have them embedded again with: ken database reembed`,
  )
}

/** Whether the clocks of this machine and of the database agree. Ken uses the database's. */
function checkClock(parts: Health['parts'], isMeasured: boolean): Check {
  if (!isMeasured)
    return skip(
      'clock',
      'Not checked: the database took too long to return its time. Run ken doctor again.',
    )
  const apart = parts.find(({ part, state }) => part === 'clock' && state === 'away')
  return apart?.state === 'away'
    ? warn('clock', apart.reason)
    : passed('clock', 'The clocks of the database and this machine agree.')
}

/** Whether every second factor can be decrypted; the secrets must be those of the database. */
export async function checkSecondFactors({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const unreadable = await run(countUnreadableFactors, { actor: operator })
  if (unreadable === 0) return passed('second factors', 'The secrets can decrypt all of them.')
  return fail(
    'second factors',
    `${plural(unreadable, 'second factor')} cannot be decrypted; their owners can sign in only with a recovery code. Add the missing entry after the others again. If it is lost, remove the second factors one by one with: ken reset-mfa`,
  )
}

/** A running Ken that was started before an upgrade names no secrets of servers. */
type EarlierRotation = Omit<SecretRotation, 'foreign' | 'late'> &
  Partial<Pick<SecretRotation, 'foreign' | 'late'>>

/** The state of a rotation of the secrets, and its next step. */
export async function checkRotation({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'secrets rotation'
  const rotation: EarlierRotation = await run(showSecretRotation, { actor: operator })
  const { ids, foreign = [], late = [], outdated, sessions } = rotation
  if (foreign.length > 0) {
    const next =
      'Give every process and this shell the same entries, and restart the processes: otherwise servers refuse the tokens of each other.'
    return fail(
      name,
      `A running server signs with ${foreign.join(', ')}, which KEN_SECRETS does not have here. ${next}`,
    )
  }
  const [unused] = ids.unused
  if (unused !== undefined) {
    const next = `Restart every server, worker and scheduler with it; then remove the ~, and restart them all again.`
    return warn(name, `Entry ${unused} is known and not used yet. ${next}`)
  }
  if (ids.older.length === 0) return passed(name, 'No rotation is in progress.')
  if (late.length > 0) {
    const next = `Restart every server, worker and scheduler with entry ${ids.newest} first.`
    return warn(name, `A running server still signs with ${late.join(', ')}. ${next}`)
  }
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
