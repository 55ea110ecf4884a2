import { emptyDirectory } from '@ken/testing'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noteCopied, requireNotCopied } from './copied-note.ts'

it('refuses a directory whose database was copied, says where to, and how to go back', () => {
  const { path, remove } = emptyDirectory()
  onTestFinished(remove)
  const config = { dataDirectory: path }
  requireNotCopied(config)
  expect(noteCopied(config, 'postgres://ken:secret@db:5433/ken?sslmode=require')).toBe(true)
  const file = join(path, 'copied-to')
  expect(() => requireNotCopied(config)).toThrow(
    new RegExp(`was copied to db:5433/ken,.*Set KEN_DATABASE_URL.*delete the file ${file}`),
  )
  rmSync(file)
  requireNotCopied(config)
})

it('reports a directory that nothing can be written to', () => {
  expect(noteCopied({ dataDirectory: '/nowhere' }, 'postgres://db/ken')).toBe(false)
})
