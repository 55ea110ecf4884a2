import { principalsOf, type GroupSlug, type KeyHolder, type KeyHolders } from '@ken/core/ports'
import type { Query } from './database.ts'

export const postgresKeyHolders = (query: Query): KeyHolders => ({
  async findByDigest(digest) {
    const [row] = await query<Row>('find_key_holder', findKeyHolder, [digest])
    if (row === undefined) return null
    return {
      keyId: row.key_id,
      state: row.state,
      ownerId: row.owner_id,
      ownerStatus: row.status,
      ownerMustChangePassword: row.must_change_password,
      role: row.role,
      principals: principalsOf({ id: row.owner_id, role: row.role, groups: row.groups }),
      sources: row.sources,
    }
  },
})

type Row = {
  key_id: KeyHolder['keyId']
  state: KeyHolder['state']
  owner_id: KeyHolder['ownerId']
  status: KeyHolder['ownerStatus']
  must_change_password: boolean
  role: KeyHolder['role']
  sources: KeyHolder['sources']
  groups: GroupSlug[]
}

const findKeyHolder = `
select api_keys.id as key_id, api_keys.owner_id, users.status, users.must_change_password, users.role, api_keys.sources,
  case
    when api_keys.revoked_at is not null then 'revoked'
    when api_keys.expires_at <= now() then 'expired'
    else 'active'
  end as state,
  array(select slug from group_members where user_id = users.id) as groups
from api_keys join users on users.id = api_keys.owner_id
where api_keys.key_hash = $1 and api_keys.kind = 'personal'
`
