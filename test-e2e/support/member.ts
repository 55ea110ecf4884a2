import { ownerPassword, type World } from './distributed.ts'

export const member = { email: 'member@example.com', password: ownerPassword }

/** A Member with the Owner's password, whose role requires no second factor. */
export const addMemberWithPassword = ({ sql }: World) =>
  sql(
    `insert into users (id, email, name, role, password_hash)
     select gen_random_uuid(), $1, 'Member', 'Member', password_hash from users where role = 'Owner'`,
    [member.email],
  )
