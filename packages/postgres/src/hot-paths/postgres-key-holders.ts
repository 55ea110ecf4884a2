import {
  principalsOf,
  type AccountStatus,
  type GroupSlug,
  type KeyHolder,
  type KeyHolders,
  type PersonalKeyHolder,
  type Responsibility,
  type Role,
  type ServiceKeyHolder,
} from '@ken/core/ports'
import { notePerson } from '../connections/request-scope.ts'
import type { Query } from '../database.ts'

export const postgresKeyHolders = (query: Query): KeyHolders => ({
  async findByDigest(digest) {
    const [row] = await query<Row>('find_key_holder', findKeyHolder, [digest])
    if (row === undefined) return null
    const { key_id: keyId, key_status: status, sources } = row
    if (row.kind === 'service')
      return {
        keyId,
        status,
        sources,
        kind: 'service',
        source: row.source,
        responsible: responsibilityIn(row),
      }
    notePerson(row.owner_id)
    return {
      keyId,
      status,
      sources,
      kind: 'personal',
      ownerId: row.owner_id,
      ownerStatus: row.status,
      ownerMustChangePassword: row.must_change_password,
      role: row.role,
      principals: principalsOf({ id: row.owner_id, role: row.role, groups: row.groups }),
    }
  },
})

type Row = {
  key_id: KeyHolder['keyId']
  key_status: KeyHolder['status']
  sources: KeyHolder['sources']
} & (
  | {
      kind: 'personal'
      owner_id: PersonalKeyHolder['ownerId']
      status: PersonalKeyHolder['ownerStatus']
      must_change_password: boolean
      role: PersonalKeyHolder['role']
      groups: GroupSlug[]
    }
  | ({ kind: 'service'; source: ServiceKeyHolder['source'] } & ResponsibleRow)
)

/** The account responsible for a service key. Null columns if the account was deleted. */
export type ResponsibleRow = {
  responsible_id: string | null
  status: AccountStatus | null
  role: Role | null
}

export function responsibilityIn({
  responsible_id: id,
  status,
  role,
}: ResponsibleRow): Responsibility {
  if (id === null) return 'organisation'
  return status === null || role === null ? 'gone' : { role, status }
}

const findKeyHolder = `
select api_keys.id as key_id, api_keys.kind, api_keys.source, api_keys.owner_id, api_keys.sources,
  coalesce(api_keys.taken_over_by, api_keys.created_by) as responsible_id,
  users.status, users.must_change_password, users.role,
  case
    when api_keys.revoked_at is not null then 'revoked'
    when api_keys.expires_at <= now() then 'expired'
    else 'active'
  end as key_status,
  array(select slug from group_members where user_id = api_keys.owner_id) as groups
from api_keys left join users on users.id = coalesce(api_keys.owner_id, api_keys.taken_over_by, api_keys.created_by)
where api_keys.key_hash = $1
`
