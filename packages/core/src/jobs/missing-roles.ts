import { backgroundRoles, type BackgroundRole } from '../ports/platform/background-heartbeats.ts'

/** The effect of each missing background role, for people. */
export const missingRoleText: { readonly [Role in BackgroundRole]: string } = {
  worker: 'No worker has run for a minute: email is not sent and chats are not answered.',
  scheduler:
    'No scheduler has run for a minute: scheduled jobs do not run and nothing is read from chats.',
}

/** The background roles that are not among those running. */
export const missingRoles = (running: readonly BackgroundRole[]): readonly BackgroundRole[] =>
  backgroundRoles.filter((role) => !running.includes(role))
