/** Chats with a bot of Ken, by their source. */
const chatNames: { readonly [source: string]: string } = {
  teamchat: 'Team chat',
  workspace_chat: 'Workspace chat',
  bot_messenger: 'Bot messenger',
}

/** The words of a person's own account, in English. */
export const messages = {
  account: 'Your account',
  profile: 'Profile',
  keys: 'API keys',
  chats: 'Linked chats',

  profileLead: 'How Ken knows you, and how it looks in this browser.',
  name: 'Name',
  changeName: 'Change the name',
  newName: 'New name',
  saveName: 'Save the name',
  nameInvalid: 'Enter 1 to 200 characters.',
  email: 'Email address',
  emailHint: 'An administrator can change it.',
  role: 'Role',
  roles: {
    Owner: 'Owner: administers Ken and everyone in it',
    Admin: 'Admin: administers the Members',
    Member: 'Member: searches what they may see',
  },
  groups: 'Groups',
  noGroups: 'None',
  since: 'Member since',
  factor: 'Two-factor authentication',
  factorOn: (left: string) => `On, ${left} recovery codes left`,
  factorOff: 'Off',
  factorSince: 'Since',
  thisBrowser: 'In this browser',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  singleKeys: 'Shortcuts of a single key, such as / and ?',
  singleKeyChoices: { on: 'On', off: 'Off' },
  allShortcuts: 'All keyboard shortcuts',

  security: 'Security',
  securityLead:
    'Your password, two-factor authentication, and the devices where you are signed in.',
  password: 'Password',
  changePassword: 'Change the password',
  passwordConsequence:
    'All your other devices are signed out. This one stays signed in; API keys and linked chats continue to work.',
  setPassword: 'Set the password',
  passwordChanged: 'The password is changed. All your other devices are signed out.',
  factorOffText:
    'Off. With it, signing in takes a code from an authenticator app as well as the password.',
  setUpFactor: 'Set up two-factor authentication',
  setUpLead: 'Nothing changes until you enter the first code.',
  factorDisabled: 'Two-factor authentication is off.',
  fewCodes: 'Few recovery codes are left. Get new ones before you need them.',
  renewCodes: 'Get new recovery codes',
  renewConsequence: (left: string) =>
    `The codes that you have stop working (${left} left), and you get ten new ones.`,
  replaceCodes: 'Replace the codes',
  factorRequired:
    'Your role requires it, so it cannot be turned off. If you have lost the app, or want to use another one, ask an administrator to reset it.',
  turnOffFactor: 'Turn off two-factor authentication',
  turnOffConsequence:
    'From then on the password alone signs you in, and the recovery codes stop working. To use another authenticator app, set it up again afterwards.',
  turnOff: 'Turn off',
  codesTitle: 'Store your recovery codes',
  codesLead:
    'If you lose the authenticator, each of these codes works once instead. Older codes no longer work.',
  leaveCodes: 'The recovery codes are shown only this once. Leave without storing them?',
  devices: 'Signed-in devices',
  devicesText: 'If you do not know a device, sign it out and change the password.',
  device: 'Device',
  noDevice: 'Unknown device',
  programOn: (program: string, system: string) => `${program} on ${system}`,
  thisDevice: 'This device',
  signedIn: 'Signed in',
  lastActive: 'Last active',
  moreDevices: 'More devices',
  endDevice: 'Sign out',
  endTitle: (device: string) => `Sign out ${device}?`,
  endDeviceText: (when: string) => `Last active: ${when}.`,
  endConsequence:
    'A page that is open there can still read for up to 15 minutes, and change nothing. Signing in again takes the password.',
  endAdvice: 'If it was not you, change the password, too.',
  deviceEnded: (device: string) => `${device} is signed out.`,
  endOthers: 'Sign out all other devices',
  endOthersTitle: 'Sign out all other devices?',
  deviceUsed: (device: string, when: string) => `${device}, last active: ${when}`,
  moreOthers: (count: string) => `and ${count} more`,
  allOthers: 'and all others',
  othersEnded: 'All other devices are signed out.',

  keysLead: 'A key lets a program search as you. It sees what you may see, and can change nothing.',
  noKeys: 'No key yet. A key lets a program ask as you, for instance an assistant or a script.',
  showEnded: (count: number) => (count === 1 ? 'Show 1 ended key' : `Show ${count} ended keys`),
  moreEnded: 'More ended keys',
  hideEnded: 'Hide ended keys',
  newKeyLead: 'It reads what you may see, and nothing else.',
  allKeys: 'All your keys',

  agents: 'Agents',
  agentsLead: 'Personal agents work for you, with what you may see.',
  noAgents: 'You have no agents.',
  agent: 'Agent',
  agentState: 'State',
  agentOn: 'On',
  agentOff: 'Off',
  turnOn: 'Turn on',
  turnAgentOff: 'Turn off',
  agentsOffText:
    'After a deactivation of your account, agents are off until you turn them on again.',

  acts: 'Actions',
  cancel: 'Cancel',
  done: 'Done',

  chatsLead: 'Write to Ken from your chat. A code proves that the chat account is yours.',
  botNamed: (handle: string) => `Ken is @${handle} at`,
  botIn: (chat: string, handle: string) => `${chat}: Ken is @${handle}.`,
  botAt: 'Ken is at',
  botOfProgram: (source: string) =>
    `${source}: a program of your organisation asks Ken there. It says whom to send the code to.`,
  openBot: 'Open the bot',
  botAway: 'where the bot is off at present',
  getCode: 'Get a code',
  newCode: 'Get another code',
  codeIs: 'Your code',
  codeFor: 'The code is for',
  chatNames,
  anyChat: 'Any chat',
  sendIt: 'Send it to the bot as a direct message. It works once. A new code replaces this one.',
  sendItTo: (chat: string) =>
    `Send it to the bot as a direct message. It works once, and for this chat only: ${chat}. A new code replaces this one.`,
  copyCode: 'Copy the code',
  codeTime: (minutes: number, seconds: string) => `Works for ${minutes}:${seconds}`,
  /** Read out when five minutes and one minute are left. */
  codeMinutes: (minutes: number): string =>
    minutes > 5 ? '' : minutes > 1 ? 'Less than five minutes left' : 'Less than a minute left',
  codeOver: 'The code has expired. Get another one.',
  linkedNow: (chat: string, id: string) => `Linked: ${chat}, ${id}`,
  noChats: 'No chat is linked yet.',
  noBots:
    'Ken is in no chat yet, so there is nowhere to send a code. An administrator can connect one.',
  chat: 'Chat',
  chatId: 'Chat account',
  linkedSince: 'Since',
  unlink: 'Unlink',
  unlinkTitle: (chat: string) => `Unlink ${chat}?`,
  unlinkText: (id: string) =>
    `The bot does not respond to ${id} any more. You can link it again with a new code.`,
}

export type Messages = typeof messages
