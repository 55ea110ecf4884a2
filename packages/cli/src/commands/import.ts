import type { Run } from '@ken/composition'
import { completeImport, listGroups, ok, operator, type KenError, type Result } from '@ken/core'
import {
  formatNames,
  pathKind,
  readJsonLines,
  readUnconverted,
  type Page,
  type ReadItem,
  type ReadOptions,
} from '@ken/files'
import { Option, type Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { CommandFailed, wrongUsage } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { withMigratedKen } from '../connect.ts'
import { embedImported } from '../import/embed-imported.ts'
import { importSummary, requireDocuments } from '../import/import-outcome.ts'
import { emptyTally } from '../import/import-tally.ts'
import { importWithProgress, type ImportInput } from '../import/import-with-progress.ts'
import { parsePrincipals, parseSourceName } from '../import/document-options.ts'
import { parseFolderUrl } from '../options.ts'
import type { Output } from '../terminal/output.ts'
import { pruneImported } from '../import/prune-imported.ts'
import { finishingText, untilInterrupted } from '../process/until-interrupted.ts'
import type { CommonOptions, Connection, World } from '../world.ts'

type Options = CommonOptions & {
  readonly source?: string
  readonly allow?: readonly string[]
  readonly urlBase?: string
  readonly url?: string
  readonly prune?: boolean
  readonly pruneAll?: boolean
}

const noImportElsewhere =
  'Ken cannot import into another server yet, because API keys only read. Run the command on the machine of that server, or send the documents to POST /api/v1/admin/knowledge/documents as an Owner or Admin.'

/**
 * `ken import PATH`: creates and updates documents. Idempotent, so an interrupted run is simply
 * repeated.
 */
export function importCommand(command: Command, world: World): void {
  command
    .argument(
      '<path>',
      'a folder, a file, a file of JSON lines (.jsonl), or - for JSON lines on standard input',
    )
    .option(
      '--source <source>',
      'where the documents come from, such as wiki or ticket',
      parseSourceName,
    )
    .option(
      '--allow <principals>',
      'who may find them: everyone, role:<Role>, group:<slug>, user:<id>, separated by commas',
      parsePrincipals,
    )
    .option(
      '--url-base <url>',
      'where the folder is published, for links (without it, results have no link)',
      parseFolderUrl,
    )
    .option(
      '--prune',
      'afterwards remove the documents of the source that are not in the folder, unless that is most of them',
    )
    .option('--prune-all', 'like --prune, even if that is most of them')
    .addOption(new Option('--url <url>', 'not available yet').hideHelp())
    .addHelpText(
      'after',
      '\nExamples:\n  ken import docs/ --source wiki --allow everyone --url-base https://wiki.example.com',
    )
    .addHelpText('after', '  ken import payroll/ --source policy --allow group:finance,role:Owner')
    .addHelpText('after', '  ken import - < tickets.jsonl')
    .action(async (path: string, options: Options) => {
      if (options.url !== undefined) throw wrongUsage(noImportElsewhere)
      const items = await openInput(world, path, options)
      await withMigratedKen(world, options, (connection, out) =>
        importInto(connection, out, { world, path, items, options }),
      )
    })
}

async function openInput(
  world: World,
  path: string,
  options: Options,
): Promise<AsyncIterable<ReadItem | Page>> {
  const defaults: ReadOptions = {
    source: options.source ?? null,
    allowed: options.allow ?? null,
    urlBase: options.urlBase ?? null,
  }
  const kind = path === '-' ? 'json lines' : await pathKind(path)
  if (kind === null && !existsSync(path))
    throw new CommandFailed(`There is no file or folder ${path}. Check its spelling.`)
  if (kind === null)
    throw new CommandFailed(`${path} is neither a folder nor JSON lines, ${formatNames}.`)
  if (kind !== 'json lines' && (defaults.source === null || defaults.allowed === null)) {
    throw wrongUsage(
      'Files contain neither a source nor permissions. Add --source, such as --source wiki, and --allow, such as --allow everyone.',
    )
  }
  if (isPruning(options) && kind !== 'folder')
    throw wrongUsage('--prune needs a folder that contains the whole source.')
  return path === '-'
    ? readJsonLines(world.stdin, 'stdin', defaults)
    : readUnconverted(path, defaults)
}

const isPruning = ({ prune = false, pruneAll = false }: Options): boolean => prune || pruneAll

type Input = ImportInput & { readonly options: Options }

async function importInto({ run, own }: Connection, out: Output, input: Input): Promise<void> {
  const { world, path, options } = input
  await warnOfMissingGroups(run, out, options.allow ?? [])
  using interrupted = untilInterrupted(world, () => out.note(finishingText))
  const { signal } = interrupted
  const tally = emptyTally()
  const begun = world.elapsed()
  const names = new Set<string>()
  const sources = new Set<string>()
  const importId = randomUUID()
  let embedded = 0
  let isWhole = false
  let pruned: Result<unknown, KenError> = ok(null)
  try {
    await importWithProgress(run, input, { tally, names, sources, importId, signal })
    if (own !== null && !signal.aborted)
      embedded = await embedImported(own.ports, { world, options, out, signal })
    if (!signal.aborted)
      valueOf(await run(completeImport, { actor: operator, importId, sources: [...sources] }))
    if (!signal.aborted && isPruning(options)) {
      const mayRemoveMost = options.pruneAll === true
      const imported = { source: options.source, names, tally, mayRemoveMost, importId }
      pruned = await pruneImported(run, imported, { world, options, signal, isHere: own !== null })
    }
    isWhole = !signal.aborted
  } finally {
    const seconds = Math.round((world.elapsed() - begun) / 100) / 10
    const isVerbose = options.verbose === true
    out.result({ ...tally, embedded, seconds, whole: isWhole }, [
      importSummary({ tally, embedded, seconds, isWhole, isVerbose }),
    ])
    if (!isWhole) out.note('All counted documents are stored. Run the command again to continue.')
  }
  if (signal.aborted) {
    world.stdin.destroy()
    throw new CommandFailed('Interrupted.', { code: 'interrupted' })
  }
  valueOf(pruned)
  requireDocuments(tally, path, isPruning(options))
}

/** Documents that allow only a missing group are hidden until someone creates it. */
async function warnOfMissingGroups(
  run: Run,
  out: Output,
  allowed: readonly string[],
): Promise<void> {
  const named = allowed
    .filter((principal) => principal.startsWith('group:'))
    .map((principal) => principal.slice('group:'.length))
  if (named.length === 0) return
  const existing = valueOf(await run(listGroups, { actor: operator })).map(
    ({ slug }): string => slug,
  )
  for (const slug of named.filter((name) => !existing.includes(name))) {
    out.warn(
      `There is no group ${slug}: it gives no one access to these documents until you run: ken groups create ${slug}`,
    )
  }
}
