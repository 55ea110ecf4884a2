import { formatNames } from '@ken/files'
import { CommandFailed } from '../command-failed.ts'
import { grouped, plural } from '../terminal/output.ts'
import type { ImportTally } from './import-tally.ts'

type Outcome = {
  readonly tally: ImportTally
  readonly embedded: number
  readonly seconds: number
  readonly isWhole: boolean
  readonly isVerbose: boolean
}

/** What an import did, in a sentence. */
export function importSummary({ tally, embedded, seconds, isWhole, isVerbose }: Outcome): string {
  const { created, updated, unchanged, superseded, skipped, failed, removed } = tally
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
  return `Imported ${plural(documentsOf(tally), 'document')} in ${when}: ${counts}.`
}

/** Fails the command if an item failed, or if there were no documents. */
export function requireDocuments(tally: ImportTally, path: string, isPruning: boolean): void {
  if (tally.failed > 0) {
    const kept = isPruning ? ', and nothing was removed' : ''
    throw new CommandFailed(
      `${plural(tally.failed, 'item')} failed; everything else is stored${kept}. Correct the items above and run the command again.`,
    )
  }
  if (documentsOf(tally) > 0) return
  const place = path === '-' ? 'standard input' : path
  const form = /^-$|\.(jsonl|ndjson)$/i.test(path) ? 'one document as JSON per line' : formatNames
  throw new CommandFailed(`No documents were found in ${place}. Supported there: ${form}.`)
}

/** All that were imported, also those that were there already. */
const documentsOf = ({ created, updated, unchanged, superseded }: ImportTally): number =>
  created + updated + unchanged + superseded
