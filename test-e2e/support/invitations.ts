import type { Server } from './ken-program.ts'
import { bearer } from './session.ts'
import { post } from './surface.ts'

/** An invitation as the API shows it. */
export type Invitation = {
  readonly id: string
  readonly email: string
  readonly state: string
  readonly last_error: string | null
}

/** What an administrator does about invitations, with an access token. */
export function inviter({ url }: Pick<Server, 'url'>, token: string) {
  const path = `${url}/api/v1/admin/invitations`
  return {
    invite: (email: string, role = 'Member', headers: Record<string, string> = {}) =>
      post(path, { email, role }, { ...bearer(token), ...headers }),
    act: async (id: string, act: 'resend' | 'revoke') =>
      (await post(`${path}/${id}/${act}`, {}, bearer(token))).status,
    list: async (query: string) =>
      (
        (await (await fetch(`${path}?${query}`, { headers: bearer(token) })).json()) as {
          data: Invitation[]
        }
      ).data,
    upload: (body: string) =>
      fetch(`${path}/import`, {
        method: 'POST',
        body,
        headers: { ...bearer(token), 'content-type': 'text/csv' },
      }),
    progress: async (id: string) =>
      (
        (await (await fetch(`${path}/imports/${id}`, { headers: bearer(token) })).json()) as {
          progress: object
        }
      ).progress,
  }
}

/** What the holder of a link does with it. */
export const invited = ({ url }: Pick<Server, 'url'>) => ({
  preview: (token: string) => post(`${url}/api/v1/auth/invitations/preview`, { token }),
  accept: (token: string, password: string) =>
    post(`${url}/api/v1/auth/invitations/accept`, { token, name: 'Grace Hopper', password }),
})
