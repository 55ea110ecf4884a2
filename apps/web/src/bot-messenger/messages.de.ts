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
  faults: {
    address_invalid: 'Die Adresse ist ungültig.',
    address_forbidden: 'Ken verbindet sich nie mit dieser Adresse.',
    unreachable: 'Die Plattform antwortet nicht.',
    certificate_untrusted: 'Dem Zertifikat des Servers wird nicht vertraut.',
    not_telegram: 'Unter dieser Adresse gibt es keine Bot-API.',
    token_refused: 'Die Plattform lehnt das Token ab.',
    webhook_elsewhere: 'Ein anderes Programm empfängt die Nachrichten über einen Webhook.',
    other_poller: 'Ein anderes Programm holt die Nachrichten dieses Bots ab.',
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
