import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { UploadedFile } from '../../model/knowledge/uploaded-file.ts'
import { memoryPorts, type MemoryPorts } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { documentsPerImportMax } from './import-documents.ts'
import { importFiles } from './import-files.ts'
import { requestSourceRemoval } from '../sources/request-source-removal.ts'

const options = { source: 'wiki', allowed: ['everyone'], urlBase: null }
const file = (path: string, content = `Text of ${path}`): UploadedFile => ({
  path,
  content: new TextEncoder().encode(content),
  modifiedAt: new Date(0),
})
const importAll = async (
  ports: MemoryPorts,
  files: readonly UploadedFile[],
  given: Partial<Parameters<typeof importFiles>[1]> = {},
) => {
  const imported = await importFiles(ports, { actor: operator, files, options, ...given })
  if (!imported.ok) throw new Error(imported.error.code)
  return imported.value
}
const kinds = (verdicts: readonly { readonly kind: string }[]) => verdicts.map(({ kind }) => kind)

describe('importFiles', () => {
  onlyAdministrators((ports, actor) =>
    importFiles(ports, { actor, files: [file('a.md')], options }),
  )

  it('R282 stores nothing once the request has ended', async () => {
    const ports = memoryPorts()
    const imported = importAll(ports, [file('a.md')], { signal: AbortSignal.abort() })
    await expect(imported).rejects.toMatchObject({ dependency: 'request' })
    expect(ports.database.tables.documents.size).toBe(0)
  })

  it('R281 returns one verdict per file, in order, and stores the documents among them', async () => {
    const ports = memoryPorts()
    await importAll(ports, [file('same.md'), file('changed.md')])
    const verdicts = await importAll(ports, [
      file('../outside.md'),
      file('new.md'),
      file('empty.md', ''),
      file('same.md'),
      file('twice.md', 'First.'),
      file('binary.md', '\0'),
      file('changed.md', 'Changed.'),
      file('twice.md', 'Second.'),
      file('long.md', 'x'.repeat(2_000_001)),
    ])
    expect(
      verdicts.map((verdict) => ('reason' in verdict ? verdict.reason : verdict.kind)),
    ).toEqual([
      'path_invalid',
      'created',
      'empty',
      'unchanged',
      'superseded',
      'binary',
      'updated',
      'created',
      'text_too_long',
    ])
    const bodies = [...ports.database.tables.documents.values()].map(({ body }) => body)
    expect(bodies.toSorted()).toEqual(['Changed.', 'Second.', 'Text of new.md', 'Text of same.md'])
  })

  it('says in words why a file has no document', async () => {
    const ports = memoryPorts()
    const urlBase = `https://x.test/${'x'.repeat(2_048)}`
    const [outside, linked] = await importAll(ports, [file('/a.md'), file('a.md')], {
      options: { ...options, urlBase },
    })
    expect(outside).toMatchObject({ kind: 'invalid', detail: expect.stringContaining('its path') })
    expect(linked).toEqual({
      kind: 'invalid',
      reason: 'link_invalid',
      detail: 'url: must have 1 to 2048 characters',
    })
  })

  it('changes nothing when it is repeated, and counts batches of one import together', async () => {
    const ports = memoryPorts()
    const files = [file('a.md'), file('b.md')]
    const importId = 'an import'
    expect(kinds(await importAll(ports, files, { importId }))).toEqual(['created', 'created'])
    expect(kinds(await importAll(ports, files, { importId }))).toEqual(['unchanged', 'unchanged'])
    expect([...ports.database.tables.sourceImports.values()]).toMatchObject([{ upserted: 2 }])
    expect(ports.database.tables.audit.size).toBe(1)
  })

  it('refuses the batch while the source is being removed', async () => {
    const ports = memoryPorts()
    await importAll(ports, [file('a.md')])
    await requestSourceRemoval(ports, { actor: operator, source: 'wiki' })
    expect(
      await importFiles(ports, { actor: operator, files: [file('b.md')], options }),
    ).toMatchObject({ error: { code: 'knowledge.source_being_removed' } })
  })

  it('refuses more files than one import may contain', async () => {
    const files = Array.from({ length: documentsPerImportMax + 1 }, () => file('a.md'))
    await expect(importAll(memoryPorts(), files)).rejects.toThrow('at most 500 files')
  })
})
