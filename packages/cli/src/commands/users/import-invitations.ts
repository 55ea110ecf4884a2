import type { Run } from '@ken/composition'
import {
  importInvitations,
  operator,
  showInvitationImport,
  type ImportedInvitations,
  type InvitationCounts,
  type InvitationImportId,
  type InvitationLine,
  type LineFault,
} from '@ken/core'
import { importedInvitationsView } from '@ken/presentation'
import { invitationBytesMax, readInvitationLines } from '@ken/csv'
import type { Command } from 'commander'
import { createReadStream } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { CommandFailed } from '../../command-failed.ts'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { grouped, plural, type Output } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import { untilInterrupted } from '../../process/until-interrupted.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & { readonly dryRun?: boolean; readonly wait?: boolean }

/** `ken users import`: invitations for everyone on a list. Idempotent. */
export function importInvitationsCommand(command: Command, world: World): void {
  command
    .argument(
      '<file>',
      'CSV with the header email,role, or - for standard input; at most 10,000 lines and 2 MiB',
    )
    .option('--dry-run', 'only report what would happen to each line')
    .option('--wait', 'wait until every email has been sent')
    .addHelpText(
      'after',
      '\nExamples:\n  ken users import people.csv --dry-run\n  ken users import people.csv --wait',
    )
    .action(async (file: string, options: Options) => {
      const lines = await readLines(world, file)
      await withKen(world, options, async ({ run }, out) => {
        const dryRun = options.dryRun === true
        const imported = valueOf(await run(importInvitations, { actor: operator, lines, dryRun }))
        sayFaults(file === '-' ? 'stdin' : file, imported, out)
        out.result(importedInvitationsView(imported), [summary(imported.counts, dryRun)])
        if (options.wait === true && imported.importId !== null)
          await waitForEmails(world, options, run, imported.importId)
        const { invalid } = imported.counts
        if (invalid > 0)
          throw new CommandFailed(
            `${plural(invalid, 'line')} invited no one: correct them and import the file again.`,
          )
      })
    })
}

async function readLines(world: World, file: string): Promise<readonly InvitationLine[]> {
  const name = file === '-' ? 'standard input' : file
  const read = await readInvitationLines(await readBytes(world, file, name))
  if (read.ok) return read.value
  const { line, detail } = read.error
  throw new CommandFailed(line === null ? `${name} ${detail}.` : `${name}: line ${line} ${detail}.`)
}

async function readBytes(world: World, file: string, name: string): Promise<Buffer> {
  // One byte over the limit, to detect a larger file.
  const source = file === '-' ? world.stdin : createReadStream(file, { end: invitationBytesMax })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of source as AsyncIterable<string | Buffer>) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      length += bytes.length
      if (length > invitationBytesMax)
        throw new CommandFailed(`${name} is larger than 2 MiB. Split it.`)
    }
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR')
      throw new CommandFailed(`${name} is a directory. Give the CSV file.`)
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CommandFailed(
      `${name} cannot be read${reason}. Check its spelling and who may read it.`,
    )
  }
  return Buffer.concat(chunks)
}

const faultsShownMax = 50
const faultWords: { readonly [Fault in LineFault]: string } = {
  columns: 'must have two fields, email and role',
  email: 'must have an address such as ana@example.com',
  role: 'must have the role Owner, Admin or Member',
}

function sayFaults(place: string, { verdicts }: ImportedInvitations, out: Output): void {
  const faults = verdicts.flatMap(({ line, fault }) =>
    fault === null ? [] : [`${place}:${line}: ${faultWords[fault]}`],
  )
  for (const fault of faults.slice(0, faultsShownMax)) out.note(fault)
  if (faults.length > faultsShownMax) out.note('Further invalid lines are only counted.')
}

function summary(
  { created, already_invited, already_a_user, invalid }: InvitationCounts,
  dryRun: boolean,
): string {
  const others = [
    already_invited === 0 ? '' : `${grouped(already_invited)} invited already`,
    already_a_user === 0 ? '' : `${grouped(already_a_user)} with an account`,
    invalid === 0 ? '' : `${grouped(invalid)} invalid`,
  ].filter((text) => text !== '')
  const people = created === 1 ? 'person' : 'people'
  const what = dryRun
    ? `Would invite ${grouped(created)} ${people}`
    : `Invited ${grouped(created)} ${people}`
  return `${[what, ...others].join(', ')}.`
}

const pollMs = 250

/** Shows how many emails were sent. Ctrl-C only ends the waiting. */
async function waitForEmails(
  world: World,
  options: Options,
  run: Run,
  importId: InvitationImportId,
): Promise<void> {
  const progress = await startProgress(world, options, { verb: 'Sending', noun: 'emails' })
  using interrupted = untilInterrupted(world, () => {})
  try {
    for (;;) {
      const shown = valueOf(await run(showInvitationImport, { actor: operator, importId }))
      const queued = shown.progress.get('queued') ?? 0
      const { created } = shown.counts
      progress.report(created - queued, created === 0 ? 1 : (created - queued) / created)
      if (queued === 0) return
      await setTimeout(pollMs, undefined, { signal: interrupted.signal })
    }
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    throw new CommandFailed('Interrupted. The emails are still sent.', { code: 'interrupted' })
  } finally {
    progress.stop()
  }
}
