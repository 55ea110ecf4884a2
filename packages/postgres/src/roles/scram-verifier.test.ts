import { freshDatabase } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { connectionTo } from '../testing/server-world.ts'
import { scramVerifier } from './scram-verifier.ts'

it('R171 is what PostgreSQL stores for the password', async () => {
  const { url, database, close } = await freshDatabase()
  const client = await connectionTo(url)
  // Servers from 16 on have a setting for the iterations, with the same default.
  await client.query(
    `select set_config('scram_iterations', '4096', false) from pg_settings where name = 'scram_iterations'`,
  )
  await client.query(
    `set password_encryption = 'scram-sha-256'; create role ${database}_role password 'of the role'`,
  )
  onTestFinished(async () => {
    await client.query(`drop role ${database}_role`)
    await close()
  })
  const { rows } = await client.query<{ stored: string }>(
    'select rolpassword as stored from pg_authid where rolname = $1',
    [`${database}_role`],
  )
  const [stored = ''] = rows.map((row) => row.stored)
  const salt = Buffer.from(/:(?<salt>[^$]+)\$/.exec(stored)?.groups?.['salt'] ?? '', 'base64')
  expect(scramVerifier('of the role', salt)).toBe(stored)
})
