import { codeOf } from './authenticator.ts'
import type { World } from './distributed.ts'
import type { Server } from './ken-program.ts'
import { addMemberWithPassword, member } from './member.ts'
import { bearer, cookieOf, stepOf, type Session } from './session.ts'
import { post } from './surface.ts'

type Credentials = { readonly email: string; readonly password: string }
export type Person = {
  readonly id: string
  readonly email: string
  readonly credentials: Credentials
}

/** A Member of that name with the Owner's password. */
export async function aPerson(world: World, name: string): Promise<Person> {
  const credentials = { ...member, email: `${name}@example.com` }
  await addMemberWithPassword(world, credentials)
  const [row] = await world.sql('select id from users where email = $1', [credentials.email])
  return { id: String(row?.['id']), email: credentials.email, credentials }
}

/** What a person without a session does about a password. */
export const recovery = ({ url }: Pick<Server, 'url'>) => ({
  forgot: (email: string, headers: Record<string, string> = {}) =>
    post(`${url}/api/v1/auth/password/forgot`, { email }, headers),
  reset: (token: string, new_password: string) =>
    post(`${url}/api/v1/auth/password/reset`, { token, new_password }),
  login: async (credentials: Credentials) => stepOf(await post(`${url}/login`, credentials)),
})

/** Enrols a person who must have a second factor and has none; returns the session that follows, and the secret. */
export async function enrolled(
  { url }: Pick<Server, 'url'>,
  credentials: Credentials,
): Promise<Session & { readonly secret: string }> {
  const { challenge } = await stepOf(await post(`${url}/login`, credentials))
  const { secret } = await stepOf(await post(`${url}/login/mfa/enrol`, { challenge }))
  const confirmed = await post(`${url}/login/mfa/confirm`, { challenge, code: codeOf(secret) })
  return { secret, cookie: cookieOf(confirmed), token: (await stepOf(confirmed)).access_token }
}

/** What an administrator does to an account. */
export const actOn = (
  { url }: Pick<Server, 'url'>,
  token: string,
  { id }: Pick<Person, 'id'>,
  act: string,
): Promise<Response> => post(`${url}/api/v1/admin/users/${id}/${act}`, {}, bearer(token))
