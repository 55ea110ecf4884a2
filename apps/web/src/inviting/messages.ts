import { sharedMessages } from '../language/language.ts'

const en = {
  import: 'Import a list',
  invite: 'Invite',
  mailMissing: 'Set KEN_SMTP_URL and KEN_MAIL_FROM first: invitations are sent by email.',
}

/** The words on the way to inviting people. */
export const invitingMessages = sharedMessages<typeof en>({
  en,
  de: {
    import: 'Liste importieren',
    invite: 'Einladen',
    mailMissing: 'Setzen Sie zuerst KEN_SMTP_URL und KEN_MAIL_FROM: Einladungen kommen per E-Mail.',
  },
})
