import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { filledDirectory, removeTemplates } from './filled-directory.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A run whose templates go with the test. */
function beginRun(): void {
  const run = randomBytes(6).toString('hex')
  vi.stubEnv('KEN_TEST_RUN', run)
  onTestFinished(() => removeTemplates(run))
}

describe('filledDirectory', () => {
  it('fills a directory once for all copies of a run, and keeps the copies apart', async () => {
    beginRun()
    let filled = 0
    const fill = async (path: string) => {
      filled += 1
      mkdirSync(join(path, '.hidden'))
      writeFileSync(join(path, '.hidden', 'note'), 'first')
    }
    const [one, other] = await Promise.all([
      filledDirectory('notes', fill),
      filledDirectory('notes', fill),
    ])
    expect(filled).toBe(1)
    writeFileSync(join(one.path, '.hidden', 'note'), 'changed')
    expect(readFileSync(join(other.path, '.hidden', 'note'), 'utf8')).toBe('first')
    one.remove()
    other.remove()
    expect([one, other].map(({ path }) => existsSync(path))).toEqual([false, false])
  })

  it('fills a directory again when that failed before', async () => {
    beginRun()
    const failing = filledDirectory('notes', () => Promise.reject(new Error('no disk')))
    await expect(failing).rejects.toThrow('no disk')
    using copy = await filledDirectory('notes', async (path) =>
      writeFileSync(join(path, 'note'), 'second'),
    )
    expect(readFileSync(join(copy.path, 'note'), 'utf8')).toBe('second')
  })
})
