import type { Run } from '@ken/composition'
import { completeImport, listGroups, operator } from '@ken/core'
import {
  countFiles,
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
import { importItems } from '../import/import-items.ts'
import { emptyTally, type ImportObserver, type ImportTally } from '../import/import-tally.ts'
import { parsePrincipals, parseSourceName } from '../import/document-options.ts'
import { parseFolderUrl } from '../options.ts'
import { grouped, plural, type Output } from '../terminal/output.ts'
import { startProgress } from '../terminal/progress.ts'
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
    throw new CommandFailed(
      `${path} is neither a folder nor Markdown, HTML, plain text or JSON lines.`,
    )
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

type Input = {
  readonly world: World
  readonly path: string
  readonly items: AsyncIterable<ReadItem | Page>
  readonly options: Options
}

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
  let [embedded, removed] = [0, 0]
  let isWhole = false
  try {
    await importWithProgress(run, input, { tally, names, sources, importId, signal })
    if (own !== null && !signal.aborted)
      embedded = await embedImported(own.ports, { world, options, out, signal })
    isWhole = !signal.aborted
    if (isWhole)
      valueOf(await run(completeImport, { actor: operator, importId, sources: [...sources] }))
    if (isWhole && isPruning(options)) {
      removed = await pruneImported(run, {
        source: options.source,
        names,
        tally,
        mayRemoveMost: options.pruneAll === true,
        importId,
      })
    }
  } finally {
    const seconds = Math.round((world.elapsed() - begun) / 100) / 10
    out.result(
      { ...tally, removed, embedded, seconds, whole: isWhole },
      summary(tally, { removed, embedded, seconds, isWhole, isVerbose: options.verbose === true }),
    )
    if (!isWhole) out.note('All counted documents are stored. Run the command again to continue.')
  }
  if (signal.aborted) {
    world.stdin.destroy()
    throw new CommandFailed('Interrupted.', { code: 'interrupted' })
  }
  requireDocuments(tally, path, options)
}

/** Fails the command if an item failed, or if there were no documents. */
function requireDocuments(tally: ImportTally, path: string, options: Options): void {
  if (tally.failed > 0) {
    const kept = isPruning(options) ? ', and nothing was removed' : ''
    throw new CommandFailed(
      `${plural(tally.failed, 'item')} failed; everything else is stored${kept}. Correct the items above and run the command again.`,
    )
  }
  if (documentsOf(tally) > 0) return
  const place = path === '-' ? 'standard input' : path
  const form = /^-$|\.(jsonl|ndjson)$/i.test(path)
    ? 'one document as JSON per line'
    : 'Markdown, HTML or plain text'
  throw new CommandFailed(`No documents were found in ${place}. Supported there: ${form}.`)
}

type Noted = {
  readonly tally: ImportTally
  /** Collects the external ids of the source's documents. */
  readonly names: Set<string>
  /** Collects the sources of the documents. */
  readonly sources: Set<string>
  readonly importId: string
  readonly signal: AbortSignal
}

const faultsShownMax = 50

async function importWithProgress(
  run: Run,
  { world, path, items, options }: Input,
  { tally, names, sources, importId, signal }: Noted,
): Promise<void> {
  const progress = await startProgress(world, options, { verb: 'Importing', noun: 'documents' })
  let bytesTotal: number | null = null
  if (path !== '-' && progress.isBar)
    void countFiles(path).then(({ bytes }) => (bytesTotal = Math.max(bytes, 1)))
  let [documents, bytes, faults, empties] = [0, 0, 0, 0]
  const observer: ImportObserver = {
    stored: (documentsMore, bytesMore) => {
      documents += documentsMore
      bytes += bytesMore
      progress.report(documents, bytesTotal === null ? null : Math.min(bytes / bytesTotal, 1))
    },
    contained: ({ source, externalId }) => {
      sources.add(source)
      if (source === options.source) names.add(externalId)
    },
    skipped: (position, reason) => {
      if (options.verbose === true) return progress.say(`${position}: skipped, ${reason}`)
      // An empty file is probably a mistake.
      if (reason !== 'empty') return
      empties += 1
      if (empties <= faultsShownMax) progress.say(`warning: ${position} is empty.`)
      if (empties === faultsShownMax) progress.say('Further empty files are only counted.')
    },
    failed: (position, reason) => {
      faults += 1
      if (faults <= faultsShownMax) progress.say(`${position}: ${reason}`)
      if (faults === faultsShownMax) progress.say('Further failures are only counted.')
    },
  }
  try {
    await importItems(run, items, { tally, observer, importId, signal })
  } finally {
    progress.stop()
  }
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

const documentsOf = ({ created, updated, unchanged, superseded }: ImportTally): number =>
  created + updated + unchanged + superseded

type Outcome = {
  readonly removed: number
  readonly embedded: number
  readonly seconds: number
  readonly isWhole: boolean
  readonly isVerbose: boolean
}

function summary(
  tally: ImportTally,
  { removed, embedded, seconds, isWhole, isVerbose }: Outcome,
): readonly string[] {
  const { created, updated, unchanged, superseded, skipped, failed } = tally
  const others = [
    superseded === 0 ? '' : `${grouped(superseded)} superseded by a later one of the same name`,
    skipped === 0 ? '' : `${grouped(skipped)} skipped${isVerbose ? '' : ' (--verbose names them)'}`,
    failed === 0 ? '' : `${grouped(failed)} failed`,
    removed === 0 ? '' : `${grouped(removed)} removed`,
    embedded === 0 ? '' : `${plural(embedded, 'passage')} embedded`,
  ].filter((text) => text !== '')
  const counts = [
    `${grouped(created)} created`,
    `${grouped(updated)} updated`,
    `${grouped(unchanged)} unchanged`,
    ...others,
  ].join(', ')
  const when = `${grouped(seconds)} s${isWhole ? '' : ' before it ended early'}`
  return [`Imported ${plural(documentsOf(tally), 'document')} in ${when}: ${counts}.`]
}
