import {
  principalsOf,
  type AccountHolder,
  type AccountHolders,
  type GroupSlug,
} from '@ken/core/ports'
import { notePerson } from '../connections/request-scope.ts'
import type { Query } from '../database.ts'
import { profileColumns, profileFromRow, type ProfileRow } from '../stores/people/account-row.ts'

export const postgresAccountHolders = (query: Query): AccountHolders => ({
  async findById(id, sessionId) {
    const [row] = await query<Row>('find_account_holder', findAccountHolder, [id, sessionId])
    if (row === undefined) return null
    notePerson(id)
    return {
      status: row.status,
      role: row.role,
      principals: principalsOf({ id, role: row.role, groups: row.groups }),
      mustChangePassword: row.must_change_password,
      mustEnrolSecondFactor: row.must_enrol,
      isSessionAlive: row.is_session_alive,
    }
  },

  async findProfile(id) {
    const [row] = await query<FoundProfile>('find_profile', findProfile, [id])
    if (row === undefined) return null
    return {
      account: profileFromRow(row),
      secondFactorRequired: row.is_second_factor_required,
      unusedRecoveryCodes: row.unused_recovery_codes,
      groups: row.groups,
    }
  },
})

type Row = Pick<AccountHolder, 'status' | 'role'> & {
  groups: GroupSlug[]
  must_change_password: boolean
  must_enrol: boolean
  is_session_alive: boolean
}

type FoundProfile = ProfileRow & {
  is_second_factor_required: boolean
  unused_recovery_codes: number
  groups: GroupSlug[]
}

const findAccountHolder = `
select status, role, must_change_password,
  mfa_enabled_at is null and role = any((select mfa_required_roles from org_settings)::text[]) as must_enrol,
  array(select slug from group_members where user_id = users.id) as groups,
  exists (select from sessions where id = $2 and user_id = users.id and expires_at > clock_timestamp()) as is_session_alive
from users where id = $1
`

const findProfile = `
select ${profileColumns.join(', ')},
  role = any((select mfa_required_roles from org_settings)::text[]) as is_second_factor_required,
  (select count(*)::int from recovery_codes where user_id = users.id and used_at is null) as unused_recovery_codes,
  array(select slug from group_members where user_id = users.id order by slug collate "C") as groups
from users where id = $1
`
