import { anAccount, anInvitation } from '@ken/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, Query } from '../../database.ts'
import { openServer } from '../../open/server/open-server.ts'
import { migratedCopy } from '../../testing/server-world.ts'
import { silentLog } from '../../testing/silent-log.ts'

const longest = `${'a'.repeat(64)}@${'b.'.repeat(94)}b`
const refused = [
  'Ada@example.com',
  'ada@Example.com',
  'ad\u0130@example.com',
  'ada@\u0130xample.com',
  '\u212aen@example.com',
  'ada@\u212aen.example',
  '\uff41da@example.com',
  '\uff21da@example.com',
  'ada\uff20example.com',
  'jos\u00e9@example.com',
  'jose\u0301@example.com',
  'ada @example.com',
  ' ada@example.com',
  'ada@example.com\n',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@exam\u00adple.com',
  'ada.example.com',
  '@example.com',
  'ada@',
  '',
  `a${longest}`,
]

describe('stored addresses', () => {
  let database: Database
  beforeAll(async () => {
    const { url, close } = await migratedCopy()
    database = await openServer({ url, poolMax: 1, log: silentLog })
    await insertUser(database.query, 'present@example.com')
    await insertInvitation(database.query, 'invited@example.com')
    return async () => {
      await database.close()
      await close()
    }
  })

  it.each([
    { name: 'a user', insert: insertUser, update: updateUser },
    { name: 'an invitation', insert: insertInvitation, update: updateInvitation },
  ])(
    'R56 the database itself refuses $name with an address that is not canonical',
    async ({ insert, update }) => {
      for (const email of refused) {
        await expect(
          insert(database.query, email),
          `inserts ${JSON.stringify(email)}`,
        ).rejects.toThrow('check constraint')
        await expect(
          update(database.query, email),
          `updates to ${JSON.stringify(email)}`,
        ).rejects.toThrow('check constraint')
      }
      for (const email of [longest, "o'brien+ken@example.com"]) await insert(database.query, email)
    },
  )
})

const insertUser = (query: Query, email: string) =>
  query('insert_user', `insert into users (id, email, name, role) values ($1, $2, '', 'Member')`, [
    anAccount().id,
    email,
  ])
const updateUser = (query: Query, email: string) =>
  query('update_user', `update users set email = $1 where email = 'present@example.com'`, [email])
const insertInvitation = (query: Query, email: string) =>
  query(
    'insert_invitation',
    `insert into invitations (id, email, role, state, created_at, queued_at, attempts)
     values ($1, $2, 'Member', 'queued', now(), now(), 0)`,
    [anInvitation().id, email],
  )
const updateInvitation = (query: Query, email: string) =>
  query(
    'update_invitation',
    `update invitations set email = $1 where email = 'invited@example.com'`,
    [email],
  )
