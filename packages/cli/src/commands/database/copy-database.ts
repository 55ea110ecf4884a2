import type { Command } from 'commander'
import { resolve } from 'node:path'
import { CommandFailed, wrongUsage } from '../../command-failed.ts'
import { settingsOf } from '../../connect.ts'
import { plainLog } from '../../process/plain-log.ts'
import { untilInterrupted } from '../../process/until-interrupted.ts'
import { shownMigrations } from '../../terminal/migration-progress.ts'
import { outputOf } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import { readSecret } from '../../terminal/read-secret.ts'
import type { CommonOptions, World } from '../../world.ts'
import { linesOfCopy } from './lines-of-copy.ts'

type Options = CommonOptions & { readonly to?: string }

/** `ken database copy`: moves a trial to a PostgreSQL server. */
export function copyDatabaseCommand(command: Command, world: World): void {
  command
    .option(
      '--to <url>',
      'the empty database on a server (default: a prompt, or the first line of standard input)',
    )
    .addHelpText('after', '\nExample:\n  ken database copy --to postgres://ken@db/ken')
    .addHelpText(
      'after',
      '\nStop Ken first. Nothing changes in the embedded database, but Ken then refuses to run on it.',
    )
    .action((options: Options) => copy(world, options))
}

async function copy(world: World, options: Options): Promise<void> {
  const out = outputOf(world, options)
  const { config, warnings } = await settingsOf(world)
  for (const warning of warnings) out.warn(warning)
  if (config.databaseUrl !== null) throw new CommandFailed(onServer)
  const to = await targetOf(world, options)
  const { copyToServer, secretsFile } = await import('@ken/composition')
  using interrupted = untilInterrupted(world, () => out.note('Stopping.'))
  const migrations = shownMigrations(world, options)
  const progress = await startProgress(world, options, { verb: 'Copying', noun: 'rows' })
  try {
    const copied = await copyToServer(config, {
      to,
      log: plainLog(world, options.verbose === true ? 'debug' : config.logLevel),
      migrationWatch: migrations,
      report: (rows, all) => progress.report(rows, rows / Math.max(all, 1)),
      signal: interrupted.signal,
    })
    progress.stop()
    const secretsAt = config.secrets === null ? resolve(secretsFile(config)) : null
    const { tables, rows, links, broken: broken_links, vectorsLeft: vectors_left } = copied
    out.result(
      { tables, rows, links, broken_links, vectors_left, secrets_file: secretsAt },
      linesOfCopy(copied, { to, directory: config.dataDirectory, secretsAt }),
    )
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    throw new CommandFailed('Interrupted. Nothing was copied.', { code: 'interrupted' })
  } finally {
    progress.stop()
    await migrations.stop()
  }
}

const onServer =
  'KEN_DATABASE_URL is set, and this command copies the embedded database. Unset it, and name the server with --to. To copy from server to server, use pg_dump: see docs/backup-and-upgrade.md.'

async function targetOf(world: World, { to: given, ...options }: Options): Promise<string> {
  const to = given ?? (await readSecret(world, { name: 'URL of the database' }))
  const url = URL.canParse(to) ? new URL(to) : null
  // A fragment is the rest of a password with `#`.
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash !== '')
    throw wrongUsage(
      'The URL must be one such as postgres://user:password@host:5432/database, with special characters percent-encoded.',
    )
  if (given !== undefined && url.password !== '')
    outputOf(world, options).warn(
      'The password in --to is visible in the list of processes. Omit --to to be asked for the URL.',
    )
  return to
}
