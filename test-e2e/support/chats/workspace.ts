import type { WorkspaceChatDouble, WorkspaceUser } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { emailOf, type AnsweringWorld } from './answering.ts'

/** Turns the bot of the workspace chat on, at its double, whose address is in the environment of the world. */
export async function turnOnWorkspace(
  world: AnsweringWorld,
  { world: { botToken, appToken } }: WorkspaceChatDouble,
): Promise<void> {
  await changeWorkspace(world, { bot_token: botToken, app_token: appToken, enabled: true })
}

/** Has the double send messages to Ken in requests, and verify the addresses. */
export async function sendRequests(
  world: AnsweringWorld,
  workspace: WorkspaceChatDouble,
): Promise<void> {
  const { signingSecret } = workspace.world
  const settings = await changeWorkspace(world, {
    signing_secret: signingSecret,
    transport: 'http',
  })
  const urls = { events: settings.events_url, commands: settings.commands_url }
  while ((await workspace.subscribe(urls)) !== 'a-challenge') await sleep(200)
}

async function changeWorkspace(
  world: AnsweringWorld,
  changes: object,
): Promise<{ readonly events_url: string; readonly commands_url: string }> {
  const response = await fetch(`${world.server.url}/api/v1/admin/workspace-chat`, {
    method: 'PUT',
    headers: { ...(await world.ownerHeaders()), 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Awaited<ReturnType<typeof changeWorkspace>>
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
