import { sharedMessages } from '../language/language.ts'

const en = {
  areaGroups: { people: 'People', connections: 'Connections', organisation: 'Organisation' },
  areas: {
    people: 'People',
    invitations: 'Invitations',
    groups: 'Groups',
    keys: 'API keys',
    knowledge: 'Knowledge',
    teamChat: 'Team chat',
    workspaceChat: 'Workspace chat',
    botMessenger: 'Bot messenger',
    audit: 'Audit log',
    settings: 'Settings',
    system: 'System',
  },
}

export type AdministrationMessages = typeof en

const de: AdministrationMessages = {
  areaGroups: { people: 'Personen', connections: 'Anbindungen', organisation: 'Organisation' },
  areas: {
    people: 'Personen',
    invitations: 'Einladungen',
    groups: 'Gruppen',
    keys: 'API-Schlüssel',
    knowledge: 'Wissen',
    teamChat: 'Team-Chat',
    workspaceChat: 'Workspace-Chat',
    botMessenger: 'Bot-Messenger',
    audit: 'Protokoll',
    settings: 'Einstellungen',
    system: 'System',
  },
}

/** The names of the screens of administrators. */
export const administrationMessages = sharedMessages({ en, de })
