import { messages as teamChat } from '../team-chat/messages.de.ts'
import type { Messages } from './messages.en.ts'

/** The words of the bot messenger, in German. */
export const messages: Messages = {
  ...teamChat,
  title: 'Bot-Messenger',
  lead: 'Personen schreiben dem Bot in Telegram, und Ken antwortet mit dem, was sie sehen dürfen.',
  address: 'Adresse der Bot-API',
  addressHint:
    'https://api.telegram.org oder ein eigener Server. Mit einer neuen Adresse wird das Token erneut gebraucht, und alle Chat-Konten werden getrennt.',
  token: 'Token des Bots',
  tokenInvalid: 'Das ist kein Token eines Bots. Sie bekommen es von @BotFather.',
  tested: 'Die Plattform nimmt das Token an.',
  lastGood: 'Letzter Test: Die Plattform nimmt das Token an',
  transport: 'Wie Nachrichten ankommen',
  isFetched: 'Ken holt die Nachrichten ab. Die Plattform verbindet sich nie mit Ken.',
  isPosted: 'Die Plattform schickt die Nachrichten per Webhook an Ken.',
  fetch: 'Nachrichten von Ken abholen lassen',
  post: 'Nachrichten von der Plattform schicken lassen',
  nowFetched: 'Ken holt die Nachrichten in spätestens 30 Sekunden ab. Keine geht verloren.',
  nowPosted:
    'Die Plattform schickt die Nachrichten in spätestens 30 Sekunden. Keine geht verloren.',
  insecure:
    'Die Plattform schickt Nachrichten nur an https-Adressen. Setzen Sie KEN_BASE_URL auf die https-Adresse von Ken und starten Sie Ken neu.',
  refusedTransport: 'Nichts wurde geändert.',
  postedTo: 'Adresse',
  pending: 'Nachrichten unterwegs',
  lastError: 'Letzter Fehler',
  noError: 'Die Plattform meldet keinen Fehler.',
  webhookErrors: {
    unresolved: 'Der Host der Adresse wurde nicht gefunden.',
    refused: 'Es kam keine Verbindung zustande.',
    timed_out: 'Es kam nicht rechtzeitig eine Antwort.',
    certificate: 'Dem Zertifikat wird nicht vertraut.',
    not_found: 'Die Adresse war dort nicht bekannt.',
    redirected: 'Die Adresse leitet weiter.',
    unavailable: 'Ken oder der Reverse-Proxy war nicht verfügbar.',
    other: 'Die Nachrichten wurden nicht bestätigt.',
  },
  faults: {
    address_invalid: 'Die Adresse ist ungültig.',
    address_forbidden: 'Ken verbindet sich nie mit dieser Adresse.',
    unreachable: 'Die Plattform antwortet nicht.',
    certificate_untrusted: 'Dem Zertifikat des Servers wird nicht vertraut.',
    not_telegram: 'Unter dieser Adresse gibt es keine Bot-API.',
    token_refused: 'Die Plattform lehnt das Token ab.',
    webhook_elsewhere: 'Ein anderes Programm empfängt die Nachrichten über einen Webhook.',
    other_poller: 'Ein anderes Programm holt die Nachrichten dieses Bots ab.',
    webhook_refused: 'Die Plattform lehnt es ab, Nachrichten an die Adresse von Ken zu schicken.',
    webhook_failing: 'Die Plattform schickt Nachrichten an Ken, aber sie kommen nicht an.',
    webhook_insecure:
      'Die Adresse von Ken beginnt nicht mit https, deshalb schickt die Plattform nichts dorthin.',
    server_failing: 'Die Plattform meldet, dass sie nicht verfügbar ist.',
    token_missing: 'Das Token fehlt.',
    token_unreadable:
      'Das hinterlegte Token lässt sich nicht entschlüsseln. Geben Sie es erneut ein.',
    off: 'Der Bot ist aus.',
    no_listener:
      'Es läuft kein Empfänger. Er startet innerhalb von 30 Sekunden, nachdem der Bot eingeschaltet wurde.',
    starting: 'Der Empfänger verbindet sich.',
  },
}
