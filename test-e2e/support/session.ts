import { codeOf } from './authenticator.ts'
import { ownerEmail, ownerPassword, type World } from './distributed.ts'
import { kenHere } from './ken-here.ts'
import type { Server } from './ken-program.ts'
import { post } from './surface.ts'

/** The response of any stage of a sign-in. */
export type Step = {
  readonly status: string
  readonly challenge: string
  readonly access_token: string
  readonly recovery_codes: readonly string[]
  readonly secret: string
}
/** What a browser holds of a session. */
export type Session = { readonly cookie: string; readonly token: string }

export const stepOf = async (response: Response): Promise<Step> => (await response.json()) as Step
export const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const refresh = ({ url }: Pick<Server, 'url'>, cookie: string): Promise<Response> =>
  post(`${url}/refresh`, {}, { cookie })

/** A session of a person without a second factor. */
export async function sessionOf(
  { url }: Pick<Server, 'url'>,
  credentials: object,
): Promise<Session> {
  const response = await post(`${url}/login`, credentials)
  const { access_token: token } = await stepOf(response.clone())
  if (token === undefined) throw new Error(`not signed in: ${await response.text()}`)
  return { cookie: cookieOf(response), token }
}

const ownerCredentials = { email: ownerEmail, password: ownerPassword }

/** The challenge that the Owner's password leads to. */
export const ownerChallenge = async ({ url }: Pick<Server, 'url'>): Promise<string> =>
  (await stepOf(await post(`${url}/login`, ownerCredentials))).challenge

/** Enrols the Owner, again if that was done before. The current code can be used again, so that tests can sign in at once. */
export async function enrolOwner(
  world: World,
  server: Server,
): Promise<{ secret: string; confirmed: Response; step: Step }> {
  const [account] = await world.sql('select mfa_secret from users where email = $1', [ownerEmail])
  if (account?.['mfa_secret'] !== null) await kenHere(['reset-mfa', '--email', ownerEmail], world)
  await world.sql('update users set mfa_last_step = null')
  const challenge = await ownerChallenge(server)
  const { secret } = await stepOf(await post(`${server.url}/login/mfa/enrol`, { challenge }))
  const confirmed = await post(`${server.url}/login/mfa/confirm`, {
    challenge,
    code: codeOf(secret),
  })
  await world.sql('update users set mfa_last_step = null')
  return { secret, confirmed, step: await stepOf(confirmed.clone()) }
}

/** Requests of a person who is signed in. */
export type Console = {
  readonly get: (path: string) => Promise<Response>
  readonly post: (path: string, body: unknown) => Promise<Response>
  readonly delete: (path: string) => Promise<Response>
}

/** Signs in a person without a second factor. */
export async function signIn(server: Pick<Server, 'url'>, credentials: object): Promise<Console> {
  const headers = bearer((await sessionOf(server, credentials)).token)
  return {
    get: (path) => fetch(server.url + path, { headers }),
    post: (path, body) => post(server.url + path, body, headers),
    delete: (path) => fetch(server.url + path, { method: 'DELETE', headers }),
  }
}
