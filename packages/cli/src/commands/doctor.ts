import { ConfigError, DatabaseNotReady, type Config, type LoadedConfig } from '@ken/composition'
import type { Email } from '@ken/core'
import { backgroundRoles } from '@ken/core/ports'
import type { Command } from 'commander'
import { checkPasswordHashing } from '../checks/check-password-hashing.ts'
import { fail, passed, reasonOf, skip, warn, type Check } from '../checks/check.ts'
import { checkDatabase, checkRotation, checkSecondFactors } from '../checks/database-checks.ts'
import { checkBotMessenger, checkTeamChat, checkWorkspaceChat } from '../checks/bot-checks.ts'
import {
  areSecretsMissing,
  checkDataDirectory,
  checkDataDisk,
  checkSecrets,
  checkServerDisk,
  isDatabaseMade,
} from '../checks/machine-checks.ts'
import { noteSlowChecks } from '../checks/note-slow-checks.ts'
import { checkBackground, checkProxies, checkQueue } from '../checks/operation-checks.ts'
import { checkAnswerModel, checkEmbedder, checkMail, checkRedis } from '../checks/service-checks.ts'
import { CommandFailed } from '../command-failed.ts'
import { settingsOf, withExaminedKen } from '../connect.ts'
import { parseEmail } from '../options.ts'
import { columns, outputOf, plural } from '../terminal/output.ts'
import { withTypedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly mailTo?: Email }

/** `ken doctor`: checks everything Ken depends on, with advice, and creates nothing. */
export function doctorCommand(command: Command, world: World): void {
  command
    .option('--mail-to <address>', 'also send a test email there', parseEmail)
    .addHelpText('after', '\nExamples:\n  ken doctor\n  ken doctor --mail-to you@example.com')
    .action(async (options: Options) => {
      const checks = await examine(world, options)
      const failed = checks.filter(({ state }) => state === 'fail').length
      outputOf(world, options).result(
        { ok: failed === 0, checks },
        columns(
          checks.map(({ state, name, detail }) => [
            state.padEnd(4),
            name,
            withTypedKen(detail, world.env),
          ]),
        ),
      )
      if (failed > 0) throw new CommandFailed(`${plural(failed, 'check')} failed.`)
    })
}

async function examine(world: World, options: Options): Promise<readonly Check[]> {
  let loaded: LoadedConfig
  try {
    loaded = await settingsOf(world)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((fault) => fail('settings', fault))
  }
  const { config, warnings } = loaded
  const before = await examineMachine(config)
  // Before the others: they would slow it down.
  const hashing = await checkPasswordHashing(config)
  const running = {
    database: examineDatabase(world, options, config, before),
    redis: checkRedis(config),
    embedder: checkEmbedder(config),
    model: checkAnswerModel(config),
    mail: checkMail(config, options.mailTo ?? null),
  }
  const stopNoting =
    options.json === true ? () => {} : noteSlowChecks(outputOf(world, options), running)
  const [database, redis, embedder, model, mail] = await Promise.all([
    running.database,
    running.redis,
    running.embedder,
    running.model,
    running.mail,
  ]).finally(stopNoting)
  return [
    ...(warnings.length === 0
      ? [passed('settings', 'Every variable is valid.')]
      : warnings.map((warning) => warn('settings', warning))),
    ...before,
    ...database,
    hashing,
    redis,
    embedder,
    model,
    mail,
  ]
}

/** What may be in a data directory is not known if that cannot be used. */
async function examineMachine(config: Config): Promise<readonly Check[]> {
  const directory = checkDataDirectory(config)
  const isUsable = directory.every(({ state }) => state !== 'fail')
  return [
    ...directory,
    ...(await checkDataDisk(config)),
    isUsable || config.secrets !== null
      ? checkSecrets(config)
      : skip('secrets', seeTo('data directory')),
  ]
}

/** Checks the database, unless that would create something or cannot succeed. */
async function examineDatabase(
  world: World,
  options: CommonOptions,
  config: Config,
  before: readonly Check[],
): Promise<readonly Check[]> {
  const skipped = (name: string) => [skip('database', seeTo(name)), ...unseen(noLook)]
  if (hasFailed('data directory', before)) return skipped('data directory')
  if (!isDatabaseMade(config))
    return [warn('database', 'Not created yet. Create it with: ken start'), ...unseen(noLook)]
  if (areSecretsMissing(config)) return skipped('secrets')
  try {
    return await withExaminedKen(world, options, async (connection) => {
      const { own } = connection
      const others = async (disk: readonly Check[]) => [
        await checkRotation(connection),
        await checkSecondFactors(connection),
        await checkQueue(connection),
        // They note in the database that they run, which a full disk prevents.
        ...(hasFailed('disk', disk)
          ? backgroundRoles.map((role) => skip(role, seeTo('disk')))
          : await checkBackground(connection)),
        await checkTeamChat(connection),
        await checkWorkspaceChat(connection),
        await checkBotMessenger(connection),
        await checkProxies(connection),
      ]
      if (own !== null) {
        const disk = config.databaseUrl === null ? [] : [await checkServerDisk(own)]
        return [...(await checkDatabase(own)), ...disk, ...(await others([...before, ...disk]))]
      }
      const detail = `The Ken that runs on ${config.dataDirectory} has the database open and responds. Redis, embedder, model and mail server are checked with the settings of this shell.`
      const [vectors, searchIndex, clock] = unseen(
        'Not checked: the running Ken has the database open. Stop it to check.',
      )
      return [passed('database', detail), vectors, searchIndex, clock, ...(await others(before))]
    })
  } catch (error) {
    // A missing database is not a failure: the first start creates it.
    if (error instanceof DatabaseNotReady)
      return [
        (error.state === 'missing' ? warn : fail)('database', error.message),
        ...unseen(noLook),
      ]
    const isAboutSecrets = error instanceof Error && error.name === 'KeyRingError'
    return [
      isAboutSecrets ? skip('database', seeTo('secrets')) : fail('database', reasonOf(error)),
      ...unseen(noLook),
    ]
  }
}

const hasFailed = (wanted: string, checks: readonly Check[]): boolean =>
  checks.some(({ name, state }) => name === wanted && state === 'fail')

const seeTo = (name: string): string => `Not checked: first fix the ${name}.`
const noLook = 'Not checked: this needs the database.'
const unseen = (why: string) =>
  [
    skip('vectors', why),
    skip('search index', why),
    skip('clock', why),
    skip('secrets rotation', why),
    skip('second factors', why),
    skip('queue', why),
    skip('worker', why),
    skip('scheduler', why),
    skip('team chat', why),
    skip('workspace chat', why),
    skip('bot messenger', why),
    skip('proxies', why),
  ] as const
