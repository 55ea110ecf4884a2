import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { watchWrites } from './watch-writes.ts'

const write: Writable['_write'] = (_chunk, _encoding, done) =>
  done(Object.assign(new Error('write EIO'), { code: 'EIO' }))
const failing = (isTTY: boolean) =>
  Object.assign(new Writable({ write, autoDestroy: false }), { isTTY })

it('takes a closed terminal as an end of the output, and a broken disk as a loss', async () => {
  using closed = watchWrites(failing(true))
  await closed.written()
  using broken = watchWrites(failing(false))
  await expect(broken.written()).rejects.toThrow('cannot be written to standard output (EIO)')
})
