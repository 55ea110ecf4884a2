import type { BotMessengerDouble, MessengerPerson } from '@ken/testing'
import { emailOf, type AnsweringWorld } from './answering.ts'

/** Turns the bot of the bot messenger on, at its double. */
export const turnOnMessenger = (
  world: AnsweringWorld,
  { url, token }: BotMessengerDouble,
): Promise<void> => changeMessenger(world, { api_root: url, bot_token: token, enabled: true })

/** Has the double post messages to Ken, from when the scheduler reads the settings. */
export const postMessages = (world: AnsweringWorld): Promise<void> =>
  changeMessenger(world, { transport: 'webhook' })

async function changeMessenger(world: AnsweringWorld, changes: object): Promise<void> {
  const response = await fetch(`${world.server.url}/api/v1/admin/bot-messenger`, {
    method: 'PUT',
    headers: { ...(await world.ownerHeaders()), 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** A new person in the bot messenger, linked to the account of a name. */
export async function addLinkedPerson(
  { sql }: AnsweringWorld,
  messenger: BotMessengerDouble,
  name: string,
): Promise<MessengerPerson> {
  const person = messenger.addPerson(name.replaceAll('-', ''))
  await sql(
    `insert into identity_mapping (id, source, external_id, user_id, created_at)
     select gen_random_uuid(), 'bot_messenger', $1, id, now() from users where email = $2`,
    [String(person.id), emailOf(name)],
  )
  return person
}
