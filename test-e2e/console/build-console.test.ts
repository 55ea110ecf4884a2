import { emptyDirectory } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildConsole } from '../../apps/web/server/build-console.ts'

it('says how to build the console where its folder cannot be written', async () => {
  using directory = emptyDirectory()
  const taken = join(directory.path, 'dist')
  writeFileSync(taken, 'a file where the folder should be')
  await expect(buildConsole({ folder: join(taken, 'web'), fingerprint: '' })).rejects.toThrow(
    `${taken} cannot be written (EEXIST). Run as the owner of the checkout: npx --yes pnpm@12 build`,
  )
})
