import type { Run } from '@ken/composition'
import { listGroups, operator } from '@ken/core'
import { countFiles, pathKind, readJsonLines, readPath, type ReadItem, type ReadOptions } from '@ken/files'
import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { CommandFailed, valueOf, wrongUsage } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { embedImported } from '../embed-imported.ts'
import { emptyTally, importItems, type ImportObserver, type ImportTally } from '../import-items.ts'
import { parsePrincipals, parseSourceName } from '../document-options.ts'
import { parseUrl } from '../options.ts'
import { plural, type Output } from '../output.ts'
import { startProgress } from '../progress.ts'
import { untilInterrupted } from '../until-interrupted.ts'
import type { CommonOptions, Connection, World } from '../world.ts'

type Options = CommonOptions & {
  readonly source?: string
  readonly allow?: readonly string[]
  readonly urlBase?: string
}

/** `ken import PATH`: creates and updates documents; the same again changes nothing, so a broken run is simply repeated. */
export function importCommand(command: Command, world: World): void {
  command
    .argument('<path>', 'a folder, a file, a file of JSON lines (.jsonl), or - for JSON lines on standard input')
    .option('--source <source>', 'where the documents come from, such as wiki or ticket', parseSourceName)
    .option(
      '--allow <principals>',
      'who may find them: everyone, role:<Role>, group:<slug>, user:<id>, parted by commas',
      parsePrincipals,
    )
    .option('--url-base <url>', 'where the folder is published, for links (default: file: links)', parseUrl)
    .addHelpText('after', '\nExamples:\n  ken import docs/ --source wiki --allow everyone --url-base https://wiki.example.com')
    .addHelpText('after', '  ken import payroll/ --source policy --allow group:finance,role:Owner')
    .addHelpText('after', '  ken import - < tickets.jsonl')
    .action(async (path: string, options: Options) => {
      const items = await openInput(world, path, options)
      await withKen(world, options, (connection, out) => importInto(connection, out, { world, path, items, options }))
    })
}

async function openInput(world: World, path: string, options: Options): Promise<AsyncIterable<ReadItem>> {
  const defaults: ReadOptions = {
    source: options.source ?? null,
    allowed: options.allow ?? null,
    urlBase: options.urlBase ?? null,
  }
  if (path === '-') return readJsonLines(world.stdin, 'stdin', defaults)
  const kind = await pathKind(path)
  if (kind === null && !existsSync(path)) throw new CommandFailed(`There is no file or folder ${path}. Check its spelling.`)
  if (kind === null) throw new CommandFailed(`${path} is neither a folder nor Markdown, HTML, plain text or JSON lines.`)
  if (kind !== 'json lines' && (defaults.source === null || defaults.allowed === null)) {
    throw wrongUsage(
      'Files do not say where they come from and who may find them. Add --source, such as --source wiki, and --allow, such as --allow everyone.',
    )
  }
  return readPath(path, defaults)
}

type Input = { readonly world: World; readonly path: string; readonly items: AsyncIterable<ReadItem>; readonly options: Options }

async function importInto({ run, own }: Connection, out: Output, { world, path, items, options }: Input): Promise<void> {
  await warnOfMissingGroups(run, out, options.allow ?? [])
  using interrupted = untilInterrupted(world, () => out.note('Finishing what is under way. Ctrl-C again stops at once.'))
  const { signal } = interrupted
  const tally = emptyTally()
  const begun = world.elapsed()
  let embedded = 0
  let isWhole = false
  try {
    await importWithProgress(run, { world, path, items, options }, tally, signal)
    if (own !== null && !signal.aborted) embedded = await embedImported(own.ports, { world, options, out, signal })
    isWhole = !signal.aborted
  } finally {
    const seconds = Math.round((world.elapsed() - begun) / 100) / 10
    out.result({ ...tally, embedded, seconds, whole: isWhole }, summary(tally, { embedded, seconds, isWhole }))
    if (!isWhole) out.note('What is counted is stored. The same command again continues.')
  }
  if (signal.aborted) {
    world.stdin.destroy()
    throw new CommandFailed('Interrupted.', { exitCode: 130, code: 'interrupted' })
  }
  if (tally.failed > 0) throw new CommandFailed(`${plural(tally.failed, 'item')} failed; everything else is stored.`)
}

const faultsShownMax = 50

async function importWithProgress(
  run: Run,
  { world, path, items, options }: Input,
  tally: ImportTally,
  signal: AbortSignal,
): Promise<void> {
  const progress = await startProgress(world, options, { verb: 'Importing', noun: 'documents' })
  let bytesTotal: number | null = null
  if (path !== '-' && progress.isBar) void countFiles(path).then(({ bytes }) => (bytesTotal = Math.max(bytes, 1)))
  let [documents, bytes, faults] = [0, 0, 0]
  const observer: ImportObserver = {
    stored: (documentsMore, bytesMore) => {
      documents += documentsMore
      bytes += bytesMore
      progress.report(documents, bytesTotal === null ? null : Math.min(bytes / bytesTotal, 1))
    },
    skipped: (position, reason) => {
      if (options.verbose === true) progress.say(`${position}: skipped, ${reason}`)
    },
    failed: (position, reason) => {
      faults += 1
      if (faults <= faultsShownMax) progress.say(`${position}: ${reason}`)
      if (faults === faultsShownMax) progress.say('Further failures are only counted.')
    },
  }
  try {
    await importItems(run, items, { tally, observer, signal })
  } finally {
    progress.stop()
  }
}

/** A group may come later; until then its documents are as good as hidden, which somebody should know. */
async function warnOfMissingGroups(run: Run, out: Output, allowed: readonly string[]): Promise<void> {
  const named = allowed.filter((principal) => principal.startsWith('group:')).map((principal) => principal.slice('group:'.length))
  if (named.length === 0) return
  const existing = valueOf(await run(listGroups, { actor: operator })).map(({ slug }): string => slug)
  for (const slug of named.filter((name) => !existing.includes(name))) {
    out.warn(`There is no group ${slug}: through it nobody sees these documents until you run: ken groups create ${slug}`)
  }
}

type Outcome = { readonly embedded: number; readonly seconds: number; readonly isWhole: boolean }

function summary(tally: ImportTally, { embedded, seconds, isWhole }: Outcome): readonly string[] {
  const { created, updated, unchanged, superseded, skipped, failed } = tally
  const documents = created + updated + unchanged + superseded
  if (documents + failed === 0 && isWhole) {
    return [`No documents were found${skipped === 0 ? '' : `; ${plural(skipped, 'file')} skipped (--verbose says why)`}.`]
  }
  const others = [
    superseded === 0 ? '' : `${superseded} superseded by a later one of the same name`,
    skipped === 0 ? '' : `${skipped} skipped`,
    failed === 0 ? '' : `${failed} failed`,
    embedded === 0 ? '' : `${plural(embedded, 'passage')} embedded`,
  ].filter((text) => text !== '')
  const counts = [`${created} created`, `${updated} updated`, `${unchanged} unchanged`, ...others].join(', ')
  return [`Imported ${plural(documents, 'document')} in ${seconds} s${isWhole ? '' : ' before it ended early'}: ${counts}.`]
}
