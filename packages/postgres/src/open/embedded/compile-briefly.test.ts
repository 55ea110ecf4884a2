import { recordingLog } from '@ken/core/testing'
import { emptyDirectory } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'
import { expect, it, onTestFinished } from 'vitest'
import { DatabaseNotReady } from '../database-not-ready.ts'
import { openEmbedded } from './open-embedded.ts'

/** The options that opening a database gives to V8, and what it logs. The database is missing: none is loaded. */
async function optionsOfOpening(options: { isBrief?: boolean; availableMb: number }) {
  const { setFlagsFromString } = v8
  const flags: string[] = []
  v8.setFlagsFromString = (flag) => void flags.push(flag)
  syncBuiltinESMExports()
  onTestFinished(() => {
    v8.setFlagsFromString = setFlagsFromString
    syncBuiltinESMExports()
  })
  using directory = emptyDirectory()
  writeFileSync(join(directory.path, 'lock'), '')
  const log = recordingLog()
  const opening = openEmbedded({
    directory: directory.path,
    log,
    mayCreate: false,
    availableBytes: options.availableMb * 1024 ** 2,
    ...(options.isBrief && { isBrief: true }),
  })
  await expect(opening).rejects.toThrow(DatabaseNotReady)
  return { isOptimized: !flags.includes('--liftoff-only'), logged: log.lines }
}

it('lets a process with too little memory run without optimized code, and logs that', async () => {
  expect(await optionsOfOpening({ availableMb: 1_535 })).toEqual({
    isOptimized: false,
    logged: [{ level: 'info', event: 'database.unoptimized', fields: { available_mb: 1_535 } }],
  })
  expect(await optionsOfOpening({ availableMb: 1_536 })).toEqual({ isOptimized: true, logged: [] })
})

it('lets a process that ends soon run without optimized code, with any memory', async () => {
  for (const availableMb of [1_000, 64_000]) {
    const opened = await optionsOfOpening({ isBrief: true, availableMb })
    expect(opened).toEqual({ isOptimized: false, logged: [] })
  }
})
