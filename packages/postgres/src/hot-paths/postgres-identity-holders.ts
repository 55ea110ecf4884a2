import {
  principalsOf,
  type GroupSlug,
  type IdentityHolder,
  type IdentityHolders,
} from '@ken/core/ports'
import { notePerson } from '../connections/request-scope.ts'
import type { Query } from '../database.ts'

export const postgresIdentityHolders = (query: Query): IdentityHolders => ({
  async findByExternalId(source, externalId) {
    const [row] = await query<Row>('find_identity_holder', findIdentityHolder, [source, externalId])
    if (row === undefined) return null
    const {
      id: userId,
      email,
      status,
      role,
      groups,
      must_change_password: mustChangePassword,
    } = row
    notePerson(userId)
    return {
      userId,
      email,
      status,
      role,
      principals: principalsOf({ id: userId, role, groups }),
      mustChangePassword,
    }
  },
})

type Row = Pick<IdentityHolder, 'email' | 'status' | 'role'> & {
  id: IdentityHolder['userId']
  groups: GroupSlug[]
  must_change_password: boolean
}

const findIdentityHolder = `
select users.id, email, status, role, must_change_password,
  array(select slug from group_members where group_members.user_id = users.id) as groups
from identity_mapping join users on users.id = identity_mapping.user_id
where identity_mapping.source = $1 and identity_mapping.external_id = $2
`
