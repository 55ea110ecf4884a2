import type { Messages } from './messages.en.ts'

/** The words of a person's own account, in German. */
export const messages: Messages = {
  account: 'Ihr Konto',
  profile: 'Profil',
  keys: 'API-Schlüssel',
  chats: 'Verbundene Chats',

  profileLead: 'Wie Ken Sie kennt und wie es in diesem Browser aussieht.',
  name: 'Name',
  changeName: 'Namen ändern',
  newName: 'Neuer Name',
  saveName: 'Namen speichern',
  nameInvalid: 'Geben Sie 1 bis 200 Zeichen ein, davon mindestens ein sichtbares.',
  email: 'E-Mail-Adresse',
  emailHints: {
    Owner: 'Ein anderer Eigentümer kann sie ändern.',
    Admin: 'Ein Eigentümer kann sie ändern.',
    Member: 'Ein Administrator kann sie ändern.',
  },
  role: 'Rolle',
  roles: {
    Owner: 'Eigentümer: verwaltet Ken und alle Personen darin',
    Admin: 'Administrator: verwaltet die Mitglieder',
    Member: 'Mitglied: durchsucht, was es sehen darf',
  },
  groups: 'Gruppen',
  noGroups: 'Keine',
  allGroups: (count: number) => `Alle ${count} Gruppen zeigen`,
  fewerGroups: 'Weniger Gruppen zeigen',
  since: 'Dabei seit',
  factor: 'Zwei-Faktor-Authentisierung',
  factorOn: (left, written) =>
    left === 1
      ? 'Ein, noch 1 Wiederherstellungscode'
      : `Ein, noch ${written} Wiederherstellungscodes`,
  factorSince: 'Seit',
  factorOff: 'Aus',
  thisBrowser: 'In diesem Browser',
  theme: 'Farben',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  singleKeys: 'Kürzel aus einer einzelnen Taste, etwa / und\u00A0?',
  singleKeyChoices: { on: 'Ein', off: 'Aus' },
  allShortcuts: 'Alle Tastenkürzel',

  security: 'Sicherheit',
  securityLead:
    'Ihr Passwort, die Zwei-Faktor-Authentisierung und die Geräte, auf denen Sie angemeldet sind.',
  password: 'Passwort',
  changePassword: 'Passwort ändern',
  passwordConsequence:
    'Alle Ihre anderen Geräte werden abgemeldet. Dieses bleibt angemeldet; API-Schlüssel und verbundene Chats gelten weiter.',
  setPassword: 'Passwort setzen',
  passwordChanged: 'Das Passwort ist geändert. Alle Ihre anderen Geräte sind abgemeldet.',
  factorOffText:
    'Aus. Mit ihr braucht eine Anmeldung außer dem Passwort einen Code aus einer Authenticator-App.',
  mayBeOn:
    'Ken hat auf Ihren Code nicht geantwortet. Die Zwei-Faktor-Authentisierung ist vielleicht schon an. Diese Seite zeigt es, wenn sie neu gelesen wird.',
  setUpFactor: 'Zwei-Faktor-Authentisierung einrichten',
  setUpLead: 'Bis Sie den ersten Code eingeben, ändert sich nichts.',
  factorDisabled: 'Die Zwei-Faktor-Authentisierung ist aus.',
  unstoredCodes:
    'Wiederherstellungscodes wurden erstellt, aber die Seite wurde geschlossen, bevor Sie sie aufbewahrt haben, oder die Verbindung ist abgebrochen. Wenn Sie sie nicht haben, fordern Sie neue an. Ältere gelten vielleicht nicht mehr.',
  fewCodes: 'Nur noch wenige Wiederherstellungscodes. Fordern Sie rechtzeitig neue an.',
  renewCodes: 'Neue Wiederherstellungs\u00ADcodes anfordern',
  renewConsequence: (left) =>
    `Die vorhandenen Codes gelten nicht mehr (noch ${left}), und Sie bekommen zehn neue.`,
  replaceCodes: 'Codes ersetzen',
  factorRequired: (resetter) =>
    `Ihre Rolle verlangt sie, daher lässt sie sich nicht ausschalten. Wenn Sie die App verloren haben oder eine andere verwenden wollen, bitten Sie ${resetter}, sie zurückzusetzen.`,
  resetters: {
    Owner: 'einen anderen Eigentümer',
    Admin: 'einen Eigentümer',
    Member: 'einen Administrator',
  },
  turnOffFactor: 'Zwei-Faktor-Authentisierung ausschalten',
  turnOffConsequence:
    'Dann genügt zur Anmeldung das Passwort, und die Wiederherstellungscodes gelten nicht mehr. Um eine andere Authenticator-App zu verwenden, richten Sie sie danach neu ein.',
  turnOff: 'Ausschalten',
  codesTitle: 'Wiederherstellungs\u00ADcodes aufbewahren',
  codesLead:
    'Wenn Sie die App verlieren, gilt stattdessen jeder dieser Codes einmal. Ältere Codes gelten nicht mehr.',
  leaveCodes:
    'Die Wiederherstellungscodes sind nur dieses eine Mal zu sehen. Gehen, ohne sie aufzubewahren?',
  devices: 'Angemeldete Geräte',
  devicesText: 'Wenn Sie ein Gerät nicht kennen, melden Sie es ab und ändern Sie das Passwort.',
  device: 'Gerät',
  noDevice: 'Unbekanntes Gerät',
  programOn: (program, system) => `${program} unter ${system}`,
  thisDevice: 'Dieses Gerät',
  signedIn: 'Angemeldet',
  lastActive: 'Zuletzt aktiv',
  moreDevices: 'Weitere Geräte',
  endDevice: 'Abmelden',
  endTitle: (device) => `${device} abmelden?`,
  endDeviceText: (when) => `Zuletzt aktiv: ${when}.`,
  endConsequence:
    'Eine dort geöffnete Seite kann noch bis zu 15 Minuten lesen, aber nichts ändern. Eine neue Anmeldung braucht das Passwort.',
  endAdvice: 'Wenn Sie das nicht waren, ändern Sie auch das Passwort.',
  deviceEnded: (device) => `${device} ist abgemeldet.`,
  endOthers: 'Alle anderen Geräte abmelden',
  endOthersTitle: 'Alle anderen Geräte abmelden?',
  deviceUsed: (device, when) => `${device}, zuletzt aktiv: ${when}`,
  moreOthers: (count) => `und ${count} weitere`,
  allOthers: 'und alle weiteren',
  othersEnded: 'Alle anderen Geräte sind abgemeldet.',

  keysLead:
    'Mit einem Schlüssel sucht ein Programm für Sie. Es sieht, was Sie sehen dürfen, und kann nichts ändern.',
  noKeys:
    'Noch kein Schlüssel. Mit einem Schlüssel fragt ein Programm für Sie, etwa ein Assistent oder ein Skript.',
  showEnded: (count) =>
    count === 1 ? '1 beendeten Schlüssel zeigen' : `${count} beendete Schlüssel zeigen`,
  moreEnded: 'Weitere beendete Schlüssel',
  hideEnded: 'Beendete Schlüssel verbergen',
  newKeyLead: 'Er liest, was Sie sehen dürfen, und sonst nichts.',
  allKeys: 'Alle Ihre Schlüssel',

  agents: 'Agenten',
  agentsLead: 'Persönliche Agenten arbeiten für Sie, mit dem, was Sie sehen dürfen.',
  noAgents: 'Sie haben keine Agenten.',
  agent: 'Agent',
  agentState: 'Zustand',
  agentOn: 'An',
  agentOff: 'Aus',
  turnOn: 'Einschalten',
  turnAgentOff: 'Ausschalten',
  agentTurnedOn: (name: string) => `Eingeschaltet: ${name}`,
  agentTurnedOff: (name: string) => `Ausgeschaltet: ${name}`,
  agentsOffText:
    'Nach einer Deaktivierung Ihres Kontos sind Agenten aus, bis Sie sie wieder einschalten.',

  acts: 'Aktionen',
  cancel: 'Abbrechen',
  done: 'Fertig',

  chatsLead:
    'Schreiben Sie Ken aus Ihrem Chat. Ein Code beweist, dass das Chat-Konto Ihnen gehört.',
  botNamed: (handle) => `Ken ist @${handle} auf`,
  botIn: (chat, handle) => `${chat}: Ken ist @${handle}.`,
  botAt: 'Ken ist auf',
  botOfProgram: (source) =>
    `${source}: Dort fragt ein Programm Ihrer Organisation. Es sagt, an wen der Code geht.`,
  openBot: 'Den Bot öffnen',
  botAway: 'wo der Bot zurzeit aus ist',
  getCode: 'Code anfordern',
  newCode: 'Neuen Code anfordern',
  codeIs: 'Ihr Code',
  codeFor: 'Der Code ist für',
  anyChat: 'Jeder Chat',
  sendIt:
    'Senden Sie ihn dem Bot als Direktnachricht. Er gilt einmal. Ein neuer Code ersetzt diesen.',
  sendItTo: (chat) =>
    `Senden Sie ihn dem Bot als Direktnachricht. Er gilt nur einmal und nur für diesen Chat: ${chat}. Ein neuer Code ersetzt diesen.`,
  copyCode: 'Code kopieren',
  codeTime: (minutes, seconds) => `Gilt noch ${minutes}:${seconds}`,
  codeMinutes: (minutes) =>
    minutes > 5 ? '' : minutes > 1 ? 'Weniger als fünf Minuten' : 'Weniger als eine Minute',
  codeOver: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  linkedNow: (chat, id) => `Verbunden: ${chat}, ${id}`,
  noChats: 'Noch ist kein Chat verbunden.',
  noBots:
    'Ken ist noch in keinem Chat, also gibt es niemanden, dem Sie einen Code schicken könnten.',
  whoConnects: 'Ein Administrator kann einen anbinden.',
  youConnect: 'Binden Sie einen unter „Anbindungen“ an.',
  chat: 'Chat',
  chatId: 'Chat-Konto',
  linkedSince: 'Seit',
  unlink: 'Trennen',
  unlinkTitle: (chat) => `${chat} trennen?`,
  unlinkText: (id) =>
    `Der Bot antwortet ${id} nicht mehr. Mit einem neuen Code lässt sich das Konto wieder verbinden.`,
}
