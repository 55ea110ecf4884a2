import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

/** A process that starts the embedded server, tells its process id and folder, and stays. */
const owner = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('services/embedded-postgres.ts', import.meta.url))})
  const { url } = await startEmbeddedPostgres()
  const { default: { Client } } = await import('pg')
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query("select current_setting('data_directory') as folder, pg_read_file('postmaster.pid') as state")
  console.log(JSON.stringify({ folder: rows[0].folder, pid: parseInt(rows[0].state) }))
  setInterval(() => {}, 1_000)
`

it('leaves no server and no folder behind when its owner is killed', async () => {
  const process = spawn(globalThis.process.execPath, ['--input-type=module', '--eval', owner], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(process.stdout, 'data')) as [Buffer]
  const { folder, pid } = JSON.parse(line.toString()) as { folder: string; pid: number }
  expect(isRunning(pid)).toBe(true)
  process.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(pid) && !existsSync(folder), { timeout: 10_000 })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
