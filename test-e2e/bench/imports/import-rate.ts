import { Console } from 'node:console'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { emptyHome, startKen, type RunOptions } from '../../support/ken-program.ts'
import { writePages } from './import-pages.ts'
import { watchedRun, type Figures, type Watch } from '../watched-run.ts'

const pages = 3_000

/**
 * Pages of 2 KB, each with its own words, from a folder into a database on a server, into the embedded database, and through
 * a running server. First all pages are new, then none has changed. Processor time is in milliseconds per page, without
 * the start of the program, which an import of one page measures.
 */
export async function importRate(): Promise<unknown> {
  const result = {
    pages,
    server: await onServer(),
    embedded: await embedded(),
    beside: await besideServer(),
  }
  printTable(result)
  return result
}

async function onServer() {
  const world = await distributedWorld({ owner: false })
  const run = await importer(world, { postgres: await backendsOf(world) })
  const measured = await firstAndAgain(run)
  await world.close()
  return measured
}

async function embedded() {
  using home = emptyHome()
  return await firstAndAgain(await importer({ cwd: home.path }, {}))
}

async function besideServer() {
  using home = emptyHome()
  const server = await startKen(['start'], { cwd: home.path })
  const run = await importer({ cwd: home.path }, { server: async () => [server.child.pid!] })
  const measured = await firstAndAgain(run)
  await server.stop()
  return measured
}

/** The processes of the database that serve other connections than this one. */
async function backendsOf({ sql }: World): Promise<Watch> {
  return async () => {
    const rows = await sql(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.map(({ pid }) => Number(pid))
  }
}

/** Writes the pages and returns what imports them. The first call imports one page, which creates the database. */
async function importer(options: RunOptions & { cwd: string }, watches: { [name: string]: Watch }) {
  writePages(join(options.cwd, 'pages'), pages)
  mkdirSync(join(options.cwd, 'one'))
  writeFileSync(join(options.cwd, 'one', 'one.md'), '# One\n\nPage.\n')
  const run = (folder: string) =>
    watchedRun(
      ['import', folder, '--source', folder, '--allow', 'everyone', '--json'],
      options,
      watches,
    )
  await run('one')
  return run
}

async function firstAndAgain(run: (folder: string) => Promise<Figures>) {
  const start = await run('one')
  const perPage = ({ seconds, cpuMs, peakMb }: Figures) => ({
    pagesPerSecond: Math.round(pages / seconds),
    peakMb,
    startMs: start.cpuMs,
    msPerPage: Object.fromEntries(
      Object.entries(cpuMs).map(([name, ms]) => [
        name,
        Math.round(((ms - (start.cpuMs[name] ?? 0)) / pages) * 1_000) / 1_000,
      ]),
    ),
  })
  return { first: perPage(await run('pages')), unchanged: perPage(await run('pages')) }
}

type Measured = Awaited<ReturnType<typeof firstAndAgain>>

function printTable(result: { [name: string]: Measured | number }): void {
  const rows = Object.entries(result).flatMap(([into, measured]) =>
    typeof measured === 'number'
      ? []
      : (['first', 'unchanged'] as const).map((run) => {
          const { msPerPage, peakMb, ...same } = measured[run]
          return {
            into,
            run,
            'ms per page': msPerPage['importer'],
            'ms of others': msPerPage['postgres'] ?? msPerPage['server'] ?? 0,
            'pages per second': same.pagesPerSecond,
            'peak MB': peakMb['importer'],
            'peak MB of the server': peakMb['server'] ?? 0,
          }
        }),
  )
  new Console(process.stderr).table(rows)
}
