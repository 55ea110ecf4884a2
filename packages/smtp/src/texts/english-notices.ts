import type { NamedServiceKey, RemainingAccess } from '@ken/core/ports'
import type { NoticeTexts } from './mail-texts.ts'
import { timeFormatOf } from './time-format.ts'

const timeInWords = timeFormatOf('en-GB')

const wasItYou =
  'If this was you, you don’t need to do anything. If not, ask an administrator to reset your password and end your sessions right away.'

export const englishNotices: NoticeTexts = {
  guesses_exhausted: (_about, at) => ({
    subject: 'Failed sign-in attempts for your account',
    happened: [
      `On ${at}, a wrong password or code was entered for your account too many times in a row.`,
    ],
    advice:
      'If this was you, sign-in is temporarily blocked on devices that never signed in to your account. Try again in 15 minutes, use a device that you signed in on before, or reset your password. If it was not you, none of these attempts succeeded. If this happens again, contact an administrator.',
  }),
  password_changed: ({ access }, at) => ({
    subject: 'Your password was changed',
    happened: [`The password of your account was changed on ${at}.`, ...accessOf(access)],
    advice: wasItYou,
  }),
  second_factor_enabled: (_about, at) => ({
    subject: 'Two-factor authentication is on',
    happened: [
      `Two-factor authentication was turned on for your account on ${at}. Signing in now also requires a code from your authenticator app.`,
    ],
    advice: wasItYou,
  }),
  second_factor_disabled: ({ access }, at) => ({
    subject: 'Two-factor authentication is off',
    happened: [
      `Two-factor authentication was turned off for your account on ${at}. Signing in now requires only your password.`,
      ...accessOf(access),
    ],
    advice: wasItYou,
  }),
  second_factor_reset: ({ access }, at) => ({
    subject: 'Two-factor authentication was removed',
    happened: [
      `An administrator removed your authenticator app and recovery codes from your account on ${at}.`,
      ...accessOf(access),
    ],
    advice:
      'If you requested this, set up two-factor authentication again. If not, change your password and contact an administrator right away.',
  }),
  recovery_code_used: ({ codesLeft }, at) => ({
    subject: 'A recovery code was used',
    happened: [
      `On ${at}, one of your recovery codes was used instead of your authenticator app. That code no longer works.`,
      `You have ${codesLeft} left. You can create new ones at any time.`,
    ],
    page: { label: 'Create new recovery codes', path: '/me/security' },
    advice: wasItYou,
  }),
  recovery_codes_renewed: (_about, at) => ({
    subject: 'You have new recovery codes',
    happened: [
      `New recovery codes were created for your account on ${at}. The earlier codes no longer work.`,
    ],
    advice: wasItYou,
  }),
  test_email: (_about, at) => ({
    subject: 'Ken can send email',
    happened: [`This is the test email that you requested on ${at}.`],
    advice:
      'If this was not you, end all your sessions, change your password and contact another administrator.',
  }),
  email_changed: ({ from, to }, at) => ({
    subject: 'Your email address was changed',
    happened: [
      `An administrator changed the email address of your account from ${from} to ${to} on ${at}.`,
      'Use the new address to sign in.',
    ],
    advice: 'If this is wrong, contact an administrator right away.',
  }),
  key_issued: ({ keyName, keyPrefix, expiresAt }, at) => ({
    subject: 'You have a new API key',
    happened: [
      `The API key “${keyName}”, which begins with ${keyPrefix}, was created for your account on ${at}.`,
      `Anyone who has this key can search everything you can see. ${expiryOf(expiresAt)}`,
    ],
    advice: 'If you weren’t expecting this key, revoke it and contact an administrator.',
  }),
  key_expiring: ({ keyName, keyPrefix, expiresAt }) => ({
    subject: 'Your API key expires soon',
    happened: [`Your API key “${keyName}” begins with ${keyPrefix}. ${expiryOf(expiresAt)}`],
    advice:
      'If you still need it, create a new key, replace this one wherever you use it, and revoke this one. If you don’t know this key, revoke it and contact an administrator.',
  }),
  chat_linked: ({ source }, at) => ({
    subject: 'A chat was linked to your account',
    happened: [
      `On ${at}, a member of ${source} whose confirmed email address is that of your account was linked to it. An Owner of Ken turned this on.`,
      'Ken now answers this member with what you may see.',
    ],
    advice:
      'If you wrote to Ken there, you don’t need to do anything. If not, unlink the chat and contact an administrator.',
  }),
  service_key_created: ({ by, ...key }, at) => ({
    subject: 'A service key was created',
    happened: [
      `${by ?? 'An operator, on the command line,'} created the service key ${nameOf(key)} on ${at}.`,
      `Its holder can search on behalf of everyone who is linked on ${key.source}, Owners included.`,
    ],
    advice:
      'If you don’t know what this key is for, ask the other administrators, or revoke it. All Owners receive this email.',
  }),
  service_key_taken_over: ({ by, ...key }, at) => ({
    subject: 'A service key was taken over',
    happened: [
      `${by} became responsible for the service key ${nameOf(key)} on ${at}.`,
      'The key works as long as this person is an active Owner.',
    ],
    advice:
      'If you don’t know what this key is for, ask the other administrators, or revoke it. All Owners receive this email.',
  }),
  service_keys_ended: ({ responsible, keys }, at) => ({
    subject: keys.length === 1 ? 'A service key ended' : 'Service keys ended',
    happened: [
      `The account ${responsible} changed on ${at}. The service keys that this person was responsible for were revoked:`,
      ...keys.map((key) => `${nameOf(key)}, for ${key.source}`),
    ],
    advice:
      'If a bot still needs one of these keys, create a new key and configure the bot to use it. If you weren’t expecting this, ask the other administrators. All Owners receive this email.',
  }),
}

const nameOf = ({ keyName, keyPrefix }: NamedServiceKey): string =>
  `“${keyName}”, which begins with ${keyPrefix}`

const expiryOf = (expiresAt: string | null): string =>
  expiresAt === null ? 'It never expires.' : `It works until ${timeInWords(new Date(expiresAt))}.`

/** The keys and links that still have access, for the person to check. */
function accessOf(access: RemainingAccess | undefined): readonly string[] {
  if (access === undefined) return []
  const keys = access.keys.map(
    ({ name, prefix }) => `the API key “${name}”, which begins with ${prefix}`,
  )
  const links = access.links.map(({ source }) => `a linked chat of ${source}`)
  const more = access.more === 0 ? [] : [`${access.more} more`]
  return [
    `These still have access to your account: ${[...keys, ...links, ...more].join('; ')}.`,
    'Check them, and revoke or remove any that you did not create.',
  ]
}
