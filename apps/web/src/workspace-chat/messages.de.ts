import { messages as teamChat } from '../team-chat/messages.de.ts'
import type { Messages } from './messages.en.ts'

/** The words of the workspace chat, in German. */
export const messages: Messages = {
  ...teamChat,
  title: 'Workspace-Chat',
  lead: 'Personen schreiben der App in Slack, und Ken antwortet mit dem, was sie sehen dürfen.',
  app: 'App',
  appIs: (id, workspace) =>
    workspace === null ? `Die App ist ${id}.` : `Die App ist ${id}, in ${workspace}.`,
  createApp: 'App anlegen',
  otherApp: 'Eine andere App anlegen',
  steps: [
    'Legen Sie die App mit dem Link unten an: Wählen Sie den Workspace, und übernehmen Sie das Manifest, wie es ist.',
    'Installieren Sie die App unter „Install App“, und kopieren Sie das Bot-Token.',
    'Erzeugen Sie unter „Basic Information“, „App-Level Tokens“ ein Token mit dem Recht connections:write, und kopieren Sie es.',
    'Geben Sie unten beide Tokens ein, speichern Sie sie, und schalten Sie den Bot ein.',
  ],
  stepsByHttp: [
    'Legen Sie die App mit dem Link unten an: Wählen Sie den Workspace, und übernehmen Sie das Manifest, wie es ist.',
    'Installieren Sie die App unter „Install App“, und kopieren Sie das Bot-Token.',
    'Kopieren Sie unter „Basic Information“, „App Credentials“ die App ID und das Signing Secret.',
    'Geben Sie unten alle drei ein, speichern Sie sie, und schalten Sie den Bot ein.',
    'Wählen Sie in der App unter „Event Subscriptions“ „Retry“, bis die Adresse „Verified“ ist, und speichern Sie.',
  ],
  scopesMissing: 'Der App fehlen Rechte für das, was eingeschaltet ist:',
  scopesHint:
    'Geben Sie ihr diese Rechte unter „OAuth & Permissions“ (Bot Token Scopes), installieren Sie die App erneut, und geben Sie ihr Bot-Token ein. Testen Sie dann die Verbindung.',
  forHttp: 'Signing Secret, für Nachrichten per HTTP',
  signingSecret: 'Signing Secret',
  secretStored:
    'Ein Secret ist hinterlegt. Es wird nie angezeigt; geben Sie ein anderes ein, um es zu ersetzen.',
  secretNone: 'Es ist kein Secret hinterlegt.',
  signingSecretInvalid:
    'Das ist kein Signing Secret. Es steht unter „Basic Information“, „App Credentials“.',
  appId: 'App ID',
  appIdHint: 'Sie beginnt mit A und steht unter „Basic Information“.',
  appIdIs: (id) => `Die App ist ${id}. Geben Sie nur für eine andere App eine andere ein.`,
  appIdInvalid:
    'Geben Sie die App ID ein: Sie beginnt mit A und steht in der App unter „Basic Information“.',
  transport: 'Wie Nachrichten ankommen',
  isFetched: 'Ken öffnet Verbindungen zur Plattform. Die Plattform verbindet sich nie mit Ken.',
  isPosted: 'Die Plattform sendet jede Nachricht per HTTP an Ken.',
  fetch: 'Nachrichten über Verbindungen empfangen',
  post: 'Nachrichten per HTTP empfangen',
  nowFetched: 'Ken öffnet innerhalb von 30 Sekunden Verbindungen. Keine Nachricht geht verloren.',
  nowPosted:
    'Ken nimmt Nachrichten jetzt per HTTP an. Ändern Sie auch die App: Die Schritte oben sagen, wie.',
  insecure:
    'Die Plattform sendet nur an https-Adressen. Setzen Sie KEN_BASE_URL auf die https-Adresse von Ken, und starten Sie Ken neu.',
  refusedTransport: 'Nichts wurde geändert.',
  eventsUrl: 'Adresse für Ereignisse',
  copyEventsUrl: 'Adresse für Ereignisse kopieren',
  copyCommandsUrl: 'Adresse des Befehls kopieren',
  commandsUrl: 'Adresse des Befehls',
  lastEvent: 'Letzte Anfrage',
  noEvent: 'noch keine',
  aiFeatures: 'KI-Funktionen',
  aiText:
    'Die App zeigt dann, dass Ken arbeitet, und schlägt Personen, die sie öffnen, Fragen vor. Sie braucht dafür die KI-Funktionen der Plattform, die nicht jeder Tarif hat, und das Recht assistant:write. Alles andere geht auch ohne sie.',
  aiOn: 'Die KI-Funktionen der Plattform verwenden',
  prompts: 'Vorgeschlagene Fragen',
  promptsHint: 'Eine pro Zeile, höchstens vier mit bis zu 75 Zeichen.',
  promptsInvalid: 'Geben Sie höchstens vier Fragen ein, jede in einer Zeile mit bis zu 75 Zeichen.',
  aiSave: 'KI-Funktionen speichern',
  aiSaved: 'Gespeichert.',
  token: 'Bot-Token (xoxb-…)',
  tokenInvalid: 'Das ist kein Bot-Token. Es beginnt mit xoxb- und steht unter „Install App“.',
  appToken: 'App-Token (xapp-…)',
  appTokenInvalid:
    'Das ist kein App-Token. Es beginnt mit xapp- und steht unter „Basic Information“.',
  appTokenFirst: 'Geben Sie auch das App-Token ein: Es nennt die App, zu der beide gehören.',
  tokensHint:
    'Mit den Tokens einer anderen App, eines anderen Bots oder Workspaces werden alle Chat-Konten getrennt.',
  matching: 'Verbinden per E-Mail-Adresse',
  matchingOn:
    'Mitglieder werden über die E-Mail-Adresse verbunden, die sie im Workspace bestätigt haben.',
  matchingOff: 'Mitglieder verbinden sich mit einem Code.',
  matchingText:
    'Die App braucht dafür das Recht users:read.email. Ein Mitglied wird mit dem aktiven Konto derselben Adresse verbunden und per E-Mail informiert. Wer den Workspace verwaltet, kann dann lesen, was dessen Mitglieder sehen dürfen.',
  matchingTurnOn: 'Per Adresse verbinden',
  matchingTurnOff: 'Nicht mehr per Adresse verbinden',
  matchingTurnedOn: 'Das Verbinden per Adresse wurde eingeschaltet.',
  matchingTurnedOff: 'Das Verbinden per Adresse wurde ausgeschaltet.',
  matchingForOwners: 'Nur ein Eigentümer kann das einschalten.',
  tested: 'Die Plattform nimmt beide Tokens an.',
  lastGood: 'Letzter Test: Die Plattform nimmt beide Tokens an',
  faults: {
    address_forbidden: 'Ken verbindet sich nie mit der Adresse in KEN_WORKSPACE_CHAT_URL.',
    unreachable: 'Die Plattform antwortet nicht.',
    certificate_untrusted: 'Dem Zertifikat des Servers wird nicht vertraut.',
    not_slack: 'Statt der Plattform antwortet ein anderer Server.',
    token_refused: 'Die Plattform lehnt das Bot-Token ab.',
    not_a_bot: 'Das Token gehört einer Person. Verwenden Sie das Bot-Token der App.',
    scope_missing: 'Dem Bot-Token fehlt ein Recht.',
    app_token_refused: 'Die Plattform lehnt das App-Token ab.',
    apps_differ: 'Die beiden Tokens gehören zu verschiedenen Apps.',
    server_failing: 'Die Plattform meldet, dass sie nicht verfügbar ist.',
    token_missing: 'Das Bot-Token fehlt.',
    app_token_missing: 'Das App-Token fehlt.',
    signing_secret_missing: 'Das Signing Secret fehlt.',
    events_limited:
      'Die Plattform hält Nachrichten zurück, weil in einer Stunde zu viele kamen. Ken liest sie nach.',
    token_unreadable:
      'Ein hinterlegtes Token lässt sich nicht entschlüsseln. Geben Sie beide erneut ein.',
    off: 'Der Bot ist aus.',
    no_listener:
      'Es läuft kein Empfänger. Er startet innerhalb von 30 Sekunden, nachdem der Bot eingeschaltet wurde.',
    starting: 'Der Empfänger verbindet sich.',
  },
}
