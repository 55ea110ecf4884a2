import { existsSync, statSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

vi.mock('node:os', { spy: true })

it('uses no memory if there is little', () => {
  vi.mocked(freemem).mockReturnValue(1024 ** 3)
  expect(memoryFolder()).toBeNull()
})

vi.mocked(freemem).mockReturnValue(64 * 1024 ** 3)
const folder = memoryFolder()

// The system may have none, little room there, or no programs.
it.skipIf(folder === null)('is open to all users, and leaves nothing', () => {
  expect(statSync(folder!.path).mode & 0o7777).toBe(0o1777)
  writeFileSync(join(folder!.path, 'file'), '')
  folder!.remove()
  expect(existsSync(folder!.path)).toBe(false)
})
