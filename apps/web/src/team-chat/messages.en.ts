import type { DropReason } from '../bots/bot.ts'
import type { Contract } from '../contract/contract.ts'

/** Why the server was not reached, did not accept the token, or delivers nothing. */
type Fault =
  | NonNullable<Contract['ProbedTeamChat']['reason']>
  | NonNullable<Contract['TeamChatDelivery']['reason']>

/** The words of team chat, in English. */
export const messages = {
  title: 'Team chat',
  lead: 'People write to the bot in your team chat, and Ken answers with what they may see.',

  connection: 'Connection',
  address: 'Address of the team-chat server',
  addressHint:
    'Such as https://chat.example.com. With a new address the token is needed again; a new host ends all links of chat accounts.',
  addressMissing: 'Enter the address first.',
  token: 'Token of the bot account',
  tokenStored: 'A token is stored. It is never shown; enter another one to replace it.',
  tokenNone: 'No token is stored.',
  tokenAgain: 'The stored token belongs to the old address. Enter the token for the new one.',
  tokenInvalid: 'This is not a token.',
  overtaken: (address: string) =>
    `Someone else has changed the address to ${address}. What you typed is kept; saving it replaces theirs.`,
  overtakenNone:
    'Someone else has removed the address. What you typed is kept; saving it replaces their change.',
  discard: 'Discard what I typed',
  save: 'Save the connection',
  saved: 'Saved. The bot is off until you turn it on.',
  test: 'Test the connection',
  tested: 'The server accepts the token.',
  lastGood: 'Last test: the server accepts the token',
  lastBad: 'Last test: failed',
  notTested: 'Not tested yet',
  tokenFirst: 'Save a token first.',
  account: (name: string) => `The bot is @${name}`,

  bot: 'Bot',
  botOn: 'The bot is on.',
  botOff: 'The bot is off. It does not respond.',
  turnOn: 'Turn on',
  turnOnHint: 'Ken tests the connection first, and leaves the bot off if that fails.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off the bot?',
  turnOffText: 'It stops responding at once. Linked chat accounts stay linked.',
  turnedOn: 'It was turned on.',
  turnedOff: 'It was turned off.',
  refusedOn: 'The bot stays off:',
  cancel: 'Cancel',

  delivery: 'Delivery',
  listening: 'Listening: messages to the bot arrive.',
  catchingUp:
    'Ken is reading back what was written earlier, such as while it was down. Answers to that come later.',
  notConnected: 'Not connected: messages to the bot do not arrive.',
  since: 'Since',
  details: 'Details',
  otherFault: (code: string) => `Ken reports something that this page does not know: ${code}.`,
  dropped: 'Messages that were not answered',
  droppedNone: 'None so far.',
  count: 'Number',
  why: 'Why',

  faults: {
    address_invalid: 'The address is not valid.',
    address_forbidden: 'Ken never connects to this address.',
    unreachable: 'The server does not respond.',
    certificate_untrusted: 'The certificate of the server is not trusted.',
    not_team_chat: 'There is no team-chat server at this address.',
    token_refused: 'The server refuses the token.',
    not_a_bot: 'The token belongs to a person. Use the token of a bot account.',
    server_failing: 'The server reports that it is unavailable.',
    address_missing: 'The address is missing.',
    token_missing: 'The token is missing.',
    token_unreadable: 'The stored token cannot be decrypted. Enter it again.',
    off: 'The bot is off.',
    no_listener: 'No listener is running. One starts within 30 seconds after the bot is turned on.',
    starting: 'The listener is connecting.',
  } satisfies Record<Fault, string>,
  drops: {
    malformed: 'It could not be read',
    oversized: 'It was too large',
    not_direct: 'Not a direct message to the bot',
    own: 'Written by the bot itself',
    system: 'Written by the system',
    special_type: 'Not an ordinary message',
    bot: 'Written by another bot',
    webhook: 'Written by a webhook',
    plugin: 'Written by a plugin',
    oauth_app: 'Written by an app',
    overridden: 'Written under another name',
    moved: 'Moved from another channel',
    remote: 'Written on another server',
    deleted: 'Deleted before it was read',
    external: 'Written by someone in another organisation',
    guest: 'Written by a guest',
    forwarded: 'Forwarded from elsewhere',
    edited: 'Edited after it was sent',
    stale: 'Too old, or older than the bot being turned on',
    flood: 'Far too many by one person at once',
  } satisfies Record<DropReason, string>,
}

export type Messages = typeof messages
