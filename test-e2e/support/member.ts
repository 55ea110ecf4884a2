import { ownerPassword, type World } from './distributed.ts'

export const member = { email: 'member@example.com', password: ownerPassword }

/** A Member with the Owner's password, whose role requires no second factor. */
export const addMemberWithPassword = ({ sql }: World, { email } = member) =>
  sql(
    `insert into users (id, email, name, role, password_hash)
     select gen_random_uuid(), $1, 'Member', 'Member', password_hash from users where role = 'Owner' limit 1`,
    [email],
  )

/** Adds a number of such Members. */
export async function addMembersWithPassword(
  world: World,
  count: number,
): Promise<readonly (typeof member)[]> {
  const members = Array.from({ length: count }, (_, number) => ({
    ...member,
    email: `member-${number}@example.com`,
  }))
  for (const one of members) await addMemberWithPassword(world, one)
  return members
}
