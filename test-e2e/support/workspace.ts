import type { WorkspaceChatDouble, WorkspaceUser } from '@ken/testing'
import { emailOf, type AnsweringWorld } from './answering.ts'
import { bearer, enrolOwner } from './session.ts'

/** Turns the bot of the workspace chat on, at its double, whose address is in the environment of the world. */
export async function turnOnWorkspace(
  world: AnsweringWorld,
  { world: { botToken, appToken } }: WorkspaceChatDouble,
): Promise<void> {
  const { step } = await enrolOwner(world, world.server)
  const response = await fetch(`${world.server.url}/api/v1/admin/workspace-chat`, {
    method: 'PUT',
    headers: { ...bearer(step.access_token), 'content-type': 'application/json' },
    body: JSON.stringify({ bot_token: botToken, app_token: appToken, enabled: true }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** A new member of the workspace, linked to the account of a name. */
export async function addLinkedMember(
  { sql }: AnsweringWorld,
  workspace: WorkspaceChatDouble,
  name: string,
): Promise<WorkspaceUser> {
  const user = workspace.addPerson(name)
  await sql(
    `insert into identity_mapping (id, source, external_id, user_id, created_at)
     select gen_random_uuid(), 'workspace_chat', $1, id, now() from users where email = $2`,
    [`${workspace.world.teamId}:${user.id}`, emailOf(name)],
  )
  return user
}
