import { symlink } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { folderOptions, testFolder } from '../testing/folder.ts'
import { readFile } from './read-file.ts'

const { at, write } = testFolder()

/** Replaces a folder by a link, and the link by the folder, without end. */
const swapping = `
  const { renameSync } = require('node:fs')
  const [folder, kept, link] = require('node:worker_threads').workerData
  for (;;) {
    renameSync(folder, kept)
    renameSync(link, folder)
    renameSync(folder, link)
    renameSync(kept, folder)
  }
`

// Other systems do not say where a file was opened.
test.runIf(process.platform === 'linux')(
  'a file is never read through a link that comes and goes while it is opened',
  async () => {
    await write({ 'in/a/a.md': 'in', 'out/a.md': 'out' })
    await symlink(at('out'), at('link'))
    const workerData = [at('in', 'a'), at('kept'), at('link')]
    const worker = new Worker(swapping, { eval: true, workerData })
    const path = at('in', 'a', 'a.md')
    const contents = new Set<string>()
    let failed = 0
    try {
      for (let reads = 0; failed < 5_000 && reads < 500_000; reads += 1)
        for await (const item of readFile(
          { kind: 'file', name: 'a/a.md', path, format: 'markdown' },
          folderOptions,
        ))
          if (item.kind === 'page') contents.add(Buffer.from(item.file.content).toString())
          else failed += 1
    } finally {
      // Before the folder is removed.
      await worker.terminate()
    }
    expect([...contents]).toEqual(['in'])
    expect(failed).toBeGreaterThanOrEqual(5_000)
  },
)
