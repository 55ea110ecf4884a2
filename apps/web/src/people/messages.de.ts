import type { Messages } from './messages.en.ts'

/** The words of people and one person, in German. */
export const messages: Messages = {
  people: 'Personen',
  peopleLead: 'Alle mit einem Konto. Wen Sie ändern dürfen, folgt aus Ihrer Rolle.',
  total: (count, written) => (count === 1 ? '1 Person' : `${written} Personen`),
  ofRole: {
    Owner: (_, written) => `${written} Eigentümer`,
    Admin: (count, written) => (count === 1 ? '1 Administrator' : `${written} Administratoren`),
  },
  deactivatedCount: (written) => `${written} deaktiviert`,
  withoutFactorCount: (written) => `${written} ohne 2FA`,
  atLeast: (written) => `${written}+`,
  summary: 'Zahlen',
  nameOrAddress: 'Name oder Adresse',
  role: 'Rolle',
  roles: { Owner: 'Eigentümer', Admin: 'Administrator', Member: 'Mitglied' },
  status: 'Status',
  statuses: { active: 'Aktiv', deactivated: 'Deaktiviert' },
  factor: 'Zwei-Faktor-Authentisierung',
  factorShort: '2FA',
  factors: { enabled: 'Ein', missing: 'Aus' },
  factorMissing: 'Ohne 2FA',
  temporaryPassword: 'Vorläufiges Passwort',
  name: 'Name',
  lastSignIn: 'Letzte Anmeldung',
  never: 'Nie',
  byAddress: 'Nach Adresse',
  onlyYou:
    'Noch niemand außer Ihnen. Laden Sie die erste Person ein oder importieren Sie eine Liste.',
  open: 'Öffnen',
  group: 'Gruppe suchen',
  addToGroup: 'In eine Gruppe aufnehmen',
  addToGroupTitle: (whom) => `${whom} in eine Gruppe aufnehmen?`,
  groupConsequence: 'Ab der nächsten Suche sehen sie, was die Gruppe sehen darf.',
  chosenGroup: (slug) => `Gewählt: ${slug}`,
  addedToGroup: (whom, slug) => `In ${slug} aufgenommen: ${whom}.`,
  leftOut: (count, written) =>
    `Für ${written} davon nicht möglich; sie ${count === 1 ? 'wird' : 'werden'} ausgelassen.`,
  manyActs: {
    end_sessions: {
      name: 'Sitzungen beenden',
      title: (whom) => `Überall abmelden: ${whom}?`,
      text: 'Alle Sitzungen enden. Eine geöffnete Seite kann noch bis zu 15 Minuten lesen, aber nichts ändern. Eine neue Anmeldung ist möglich.',
      done: (whom) => `Überall abgemeldet: ${whom}.`,
    },
    deactivate: {
      name: 'Deaktivieren',
      title: (whom) => `${whom} deaktivieren?`,
      text: 'Sitzungen enden, API-Schlüssel werden endgültig widerrufen und Agenten angehalten. Bis zur Reaktivierung ist keine Anmeldung möglich. Dokumente und Protokoll bleiben.',
      done: (whom) => `Deaktiviert: ${whom}.`,
    },
    reactivate: {
      name: 'Reaktivieren',
      title: (whom) => `${whom} reaktivieren?`,
      text: 'Eine Anmeldung ist wieder möglich. Sitzungen und API-Schlüssel kommen nicht zurück, und Agenten bleiben aus, bis ihr Besitzer sie einschaltet.',
      done: (whom) => `Reaktiviert: ${whom}.`,
    },
  },

  person: 'Person',
  sessions: 'Sitzungen',
  memberSince: 'Konto seit',
  groups: 'Gruppen',
  noGroups: 'In keiner Gruppe.',
  allGroups: (count: number) => `Alle ${count} Gruppen zeigen`,
  fewerGroups: 'Weniger Gruppen zeigen',
  remove: 'Entfernen',
  removeFromGroup: (slug) => `Aus ${slug} entfernen`,
  removedFromGroup: (slug) => `Aus ${slug} entfernt.`,
  chats: 'Verbundene Chats',
  noChats: 'Kein Chat ist verbunden.',
  unlink: 'Trennen',
  unlinkTitle: (source) => `${source} trennen?`,
  unlinkText: 'Der Bot antwortet diesem Konto nicht mehr, bis es wieder verbunden wird.',
  keys: 'API-Schlüssel',
  allKeys: 'Alle Schlüssel',
  noKeys: 'Kein gültiger Schlüssel.',
  lastUsed: 'Zuletzt benutzt:',
  audit: 'Protokoll',
  showAudit: 'Neueste Einträge anzeigen',
  noAudit: 'Kein Eintrag zu dieser Person.',
  failed: 'Fehlgeschlagen',
  acts: 'Aktionen',
  actNames: {
    change_role: 'Rolle ändern',
    change_email: 'Adresse ändern',
    reset_password: 'Passwort zurücksetzen',
    reset_second_factor: 'Zwei-Faktor-Authentisierung zurücksetzen',
    end_sessions: 'Alle Sitzungen beenden',
    deactivate: 'Deaktivieren',
    reactivate: 'Reaktivieren',
    delete: 'Löschen',
  },
  refusals: {
    own_account: 'Nicht am eigenen Konto.',
    role: 'Ihre Rolle erlaubt es nicht.',
    last_owner:
      'Dies ist der einzige aktive Eigentümer. Machen Sie zuerst eine andere Person zum Eigentümer.',
    account_active: 'Das Konto ist aktiv.',
    account_deactivated: 'Das Konto ist deaktiviert.',
  },
  changeRoleTitle: (name) => `Rolle von ${name} ändern?`,
  roleMeanings: {
    Owner: 'Ein Eigentümer verwaltet Ken und alle Personen darin.',
    Admin:
      'Ein Administrator verwaltet Mitglieder. Zwei-Faktor-Authentisierung kann verlangt werden.',
    Member: 'Ein Mitglied durchsucht, was es sehen darf, und verwaltet nichts.',
  },
  roleWhen: 'Für die Verwaltung gilt sie sofort, überall innerhalb von 15 Minuten.',
  changeEmailTitle: (name) => `Adresse von ${name} ändern?`,
  newEmail: 'Neue Adresse',
  changeEmailText:
    'Sie wird nicht geprüft. Alle Sitzungen enden, beide Adressen werden benachrichtigt, und die Änderung steht im Protokoll.',
  emailTaken: 'Ein anderes Konto hat diese Adresse.',
  emailInvalid: 'Keine gültige E-Mail-Adresse. Beispiel: ana@example.com',
  resetPasswordTitle: (name) => `Passwort von ${name} zurücksetzen?`,
  resetByMail: (email) =>
    `Ein Link geht an ${email} und gilt eine Stunde. Bis er benutzt wird, ändert sich nichts.`,
  resetWithoutMail:
    'Ken kann keine E-Mail senden, daher bekommen Sie ein vorläufiges Passwort zum Übergeben. Alle Sitzungen enden sofort.',
  resetSent: (email) => `Ein Link an ${email} ist unterwegs.`,
  passwordOf: (name) => `Vorläufiges Passwort von ${name}`,
  passwordLead: (until) =>
    `Sie sehen es nur einmal. Es gilt bis ${until}, und nur, um ein neues Passwort zu setzen.`,
  copyPassword: 'Passwort kopieren',
  passwordStored: 'Ich habe es aufbewahrt',
  leavePassword: 'Das Passwort ist nur dieses eine Mal zu sehen. Gehen, ohne es aufzubewahren?',
  unstoredPassword: (name) =>
    `Für ${name} wurde ein vorläufiges Passwort erstellt, aber die Seite wurde geschlossen, bevor Sie es aufbewahrt haben. Das alte Passwort gilt nicht mehr. Wenn Sie das neue nicht haben, setzen Sie es noch einmal zurück.`,
  done: 'Fertig',
  resetFactorTitle: (name) => `Zwei-Faktor-Authentisierung von ${name} zurücksetzen?`,
  resetFactorText:
    'Sie wird ausgeschaltet, und alle Sitzungen enden. Verlangt die Rolle sie, wird sie bei der nächsten Anmeldung neu eingerichtet.',
  removeTitle: {
    deactivate: (name) => `${name} deaktivieren?`,
    delete: (name) => `${name} endgültig löschen?`,
  },
  removed: {
    deactivate: (name) => `${name} ist deaktiviert.`,
    delete: (name) => `${name} ist gelöscht.`,
  },
  typeAddress: (email) => `Zur Bestätigung ${email} eingeben`,
  openPages: 'Eine offene Seite funktioniert ab sofort nicht mehr.',
  nothingEnds: 'Keine Sitzung, kein API-Schlüssel und kein Agent endet damit.',
  endSessionCount: (count) =>
    count === 1 ? '1 Sitzung endet jetzt.' : `${count} Sitzungen enden jetzt.`,
  endKeyCount: (count) =>
    count === 1
      ? '1 API-Schlüssel gilt endgültig nicht mehr.'
      : `${count} API-Schlüssel gelten endgültig nicht mehr.`,
  stopAgentCount: (count) =>
    count === 1 ? '1 persönlicher Agent hält an.' : `${count} persönliche Agenten halten an.`,
  endInvitationCount: (count) =>
    count === 1
      ? '1 offene Einladung als Eigentümer oder Administrator wird widerrufen.'
      : `${count} offene Einladungen als Eigentümer oder Administrator werden widerrufen.`,
  removeLinks: (chats, groups) =>
    `Verbundene Chats entfernt: ${chats}. Mitgliedschaften in Gruppen entfernt: ${groups}.`,
  moreKeys: (count) => (count === 1 ? 'und 1 weiterer' : `und ${count} weitere`),
  stays: {
    deactivate: 'Dokumente, Gruppen, verbundene Chats und das Protokoll bleiben.',
    delete: 'Dokumente und Protokoll bleiben. Das Konto lässt sich nicht wiederherstellen.',
  },
}
