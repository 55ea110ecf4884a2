import type { Role } from '@ken/core/ports'
import { germanNotices } from './german-notices.ts'
import type { MailTexts } from './mail-texts.ts'
import { timeFormatOf } from './time-format.ts'

const roles: { readonly [Name in Role]: string } = {
  Owner: 'Eigentümer',
  Admin: 'Administrator',
  Member: 'Mitglied',
}

export const german: MailTexts = {
  greeting: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  closing: 'Gesendet von Ken. Antworten an diese Adresse werden nicht gelesen.',
  linkNote: (expiresAt) => `Der Link gilt einmal, bis ${expiresAt}.`,
  timeInWords: timeFormatOf('de-DE'),
  invitation: ({ role, inviter, organisation }) => {
    const place = organisation === null ? 'zu Ken' : `zum Ken von ${organisation}`
    const invited =
      inviter === null
        ? `Sie sind als ${roles[role]} ${place} eingeladen.`
        : `${inviter} hat Sie als ${roles[role]} ${place} eingeladen.`
    return {
      subject: 'Sie sind zu Ken eingeladen',
      happened: [
        `${invited} Ken findet, was Ihre Organisation weiß.`,
        'Wählen Sie einen Namen und ein Passwort, um sich anzumelden.',
      ],
      linkLabel: 'Einladung annehmen',
      advice:
        'Wenn Sie das nicht erwartet haben, können Sie diese E-Mail ignorieren: Ohne Sie entsteht kein Konto.',
    }
  },
  passwordReset: {
    subject: 'Neues Passwort für Ken setzen',
    happened: ['Sie oder ein Administrator haben ein neues Passwort für Ihr Konto angefordert.'],
    linkLabel: 'Neues Passwort setzen',
    advice:
      'Wenn Sie kein neues Passwort möchten, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt, wie es ist.',
  },
  notices: germanNotices,
  test: {
    subject: 'Ken kann E-Mail senden',
    happened: ['Dies ist eine Test-E-Mail. Jemand, der Ken verwaltet, hat sie angefordert.'],
    advice: 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
  },
}
