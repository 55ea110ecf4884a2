import { emptyDirectory } from '@ken/testing'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { builtFrom, placeBuild } from '../../apps/web/server/place-build.ts'

it('replaces a console from other sources, and leaves one from the same to its readers', () => {
  using directory = emptyDirectory()
  const folder = join(directory.path, 'web')
  const place = (name: string, fingerprint: string) => {
    const draft = join(directory.path, name)
    mkdirSync(draft)
    writeFileSync(join(draft, `${name}.js`), '')
    writeFileSync(join(draft, 'console.json'), JSON.stringify({ fingerprint }))
    placeBuild(draft, { folder, fingerprint })
    return readdirSync(folder).toSorted()
  }
  expect(builtFrom(folder)).toBeNull()
  expect(place('first', 'a')).toEqual(['console.json', 'first.js'])
  expect(place('concurrent', 'a')).toEqual(['console.json', 'first.js'])
  expect(place('later', 'b')).toEqual(['console.json', 'later.js'])
  expect(builtFrom(folder)).toBe('b')
})

/** Places a build from several threads at the same moment, and returns what each of them throws. */
async function placeAtOnce(directory: string, threadsCount: number): Promise<readonly unknown[]> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const module = new URL('../../apps/web/server/place-build.ts', import.meta.url).href
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { placeBuild } = await import('${module}')
    const { gate, draft, folder } = workerData
    parentPort.postMessage('ready')
    Atomics.wait(gate, 0, 0)
    try { placeBuild(draft, { folder, fingerprint: 'new' }); parentPort.postMessage(null) }
    catch (error) { parentPort.postMessage(error.message) }`
  const threads = Array.from({ length: threadsCount }, (_, number) => {
    const draft = join(directory, `draft-${number}`)
    fillBuild(draft, 'new')
    const workerData = { gate, draft, folder: join(directory, 'web') }
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData })
  })
  await Promise.all(threads.map((thread) => once(thread, 'message')))
  const placed = threads.map(async (thread) => ((await once(thread, 'message')) as unknown[])[0])
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  return Promise.all(placed)
}

const filesCount = 200

function fillBuild(folder: string, fingerprint: string): void {
  mkdirSync(folder)
  for (let number = 0; number < filesCount; number += 1)
    writeFileSync(join(folder, `${number}.js`), '')
  writeFileSync(join(folder, 'console.json'), JSON.stringify({ fingerprint }))
}

it('is replaced whole by one of several builds that end at the same moment', async () => {
  for (let round = 0; round < 3; round += 1) {
    using directory = emptyDirectory()
    const folder = join(directory.path, 'web')
    fillBuild(folder, 'old')
    expect(await placeAtOnce(directory.path, 6)).toEqual(Array(6).fill(null))
    expect([builtFrom(folder), readdirSync(folder).length]).toEqual(['new', filesCount + 1])
  }
})
