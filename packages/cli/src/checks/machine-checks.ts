import {
  diskFaultText,
  missingSecrets,
  probeDataDisk,
  probeSecrets,
  secretsFile,
  type Config,
  type Ken,
} from '@ken/composition'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, passed, reasonOf, skip, warn, type Check } from './check.ts'

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

/** Whether the generated secrets of an existing database are missing. Nothing opens it without them. */
export const areSecretsMissing = (config: Config): boolean =>
  config.secrets === null && isDatabaseMade(config) && !existsSync(secretsFile(config))

/**
 * Whether the secrets are valid, and generated ones are readable by their owner alone. Creates
 * none.
 */
export function checkSecrets(config: Config): Check {
  const file = secretsFile(config)
  if (areSecretsMissing(config)) return fail('secrets', missingSecrets(file))
  if (config.secrets === null && !existsSync(file))
    return passed('secrets', 'Created at the first start.')
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
