import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

/** How a program ends that listens for Ctrl-C, and ends itself with this exit code. */
async function endOf(code: number): Promise<unknown> {
  const program = `
    import { endProgram } from ${JSON.stringify(import.meta.resolve('./end-program.ts'))}
    process.on('SIGINT', () => {})
    endProgram(process, ${code})`
  return once(spawn(process.execPath, ['--input-type=module', '--eval', program]), 'exit')
}

it.each([
  { code: 0, end: [0, null] },
  { code: 2, end: [2, null] },
  { code: 130, end: [null, 'SIGINT'] },
])('ends a program with exit code $code as $end', async ({ code, end }) => {
  expect(await endOf(code)).toEqual(end)
})
