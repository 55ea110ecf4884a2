import { ownerEmail, ownerPassword, type World } from '../../support/distributed.ts'
import type { Look } from './browser.ts'
import { visitSignedIn } from './sign-in.ts'
import type { Visit } from './visit.ts'

/** Requires a second factor of no role, so that administrators sign in with their password. */
export const requireNoFactor = ({ sql }: World) =>
  sql(`update org_settings set mfa_required_roles = '{}'`)

/** Opens a path as the Owner. */
export const visitAsOwner = (
  server: { readonly url: string },
  path: string,
  look: Look = {},
): Promise<Visit> =>
  visitSignedIn(server, path, { email: ownerEmail, password: ownerPassword }, look)

/** Adds people by number, such as `person-007@example.com`, with the password of the Owner. */
export const addPeople = ({ sql }: World, count: number, role = 'Member') =>
  sql(
    `insert into users (id, email, name, role, password_hash)
     select gen_random_uuid(), format('person-%s@example.com', lpad(number::text, 3, '0')),
            format('Person %s', number), $2, owner.password_hash
     from generate_series(1, $1::integer) number,
          (select password_hash from users where role = 'Owner' limit 1) owner`,
    [count, role],
  )
