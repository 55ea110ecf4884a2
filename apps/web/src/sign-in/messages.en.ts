/** The words of signing in, in English. */
export const messages = {
  signIn: 'Sign in',
  signInTo: (organisation: string) => `Sign in to ${organisation}`,
  email: 'Email address',
  password: 'Password',
  remember: 'Keep me signed in on this browser',
  forgot: 'Forgot password?',
  refused: 'The email address or the password is wrong.',
  cancel: 'Back to sign in',
  step: (position: number) => `Step ${position}`,
  stepOf: (position: number, total: number) => `Step ${position} of ${total}`,
  secondsLeft: (seconds: number) => `${seconds}\u00A0s left for this step`,
  ended: {
    signed_out: 'You are signed out.',
    unconfirmed:
      'You are signed out here, but Ken has not confirmed it: this browser may still be signed in.',
    refresh_refused: 'You were signed out, because the session has ended. What you typed is kept.',
    retry_refused: 'You were signed out, because the session has ended. What you typed is kept.',
    other: 'You were signed out. What you typed is kept.',
  },
  over: {
    left: 'The page was left before you were signed in. Start again.',
    time: 'The time for this step is over. Start again.',
    attempts: 'All attempts for this step are used up. Start again.',
    lost: 'Because the connection failed, two-factor authentication may be on already. Start again.',
  },

  codeTitle: 'Two-factor authentication',
  verify: 'Verify',

  forcedTitle: 'Choose a password',
  forcedLead:
    'You signed in with a temporary password. Choose your own; the temporary one stops working.',
  gatePasswordLead: 'Your password must be replaced before you go on.',
  setPassword: 'Set the password',

  enrolTitle: 'Set up two-factor authentication',
  enrolLead: 'Your role requires a code from an authenticator app at each sign-in.',
  gateEnrolLead:
    'Your role now requires a code from an authenticator app. Set it up, then you are back where you were.',

  codesTitle: 'Store your recovery codes',
  codesLead:
    'Two-factor authentication is enabled. If you lose the authenticator, each of these codes works once instead.',
  continue: 'Continue',

  codeUsed: 'You used a recovery code',
  codesLeft: (count: number, written: string) =>
    count === 1 ? '1 recovery code is left.' : `${written} recovery codes are left.`,
  renewSoon: 'Get new ones under Security, in your own account, before you need them.',

  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter your email address. You get a link to set a new password.',
  sendLink: 'Send the link',
  sent: 'If there is an account with this address, an email is on its way. The link works once, for an hour.',
  sendAgain: 'Send again',
  sendAgainIn: (seconds: number) => `Send again in ${seconds}\u00A0s`,
  mailNotConfigured: 'Ken cannot send email yet. Ask an administrator for a new password.',

  resetTitle: 'Set a new password',
  resetLead:
    'It replaces the old password and signs you out on all devices. API keys continue to work.',
  resetDone: 'The new password is set. Sign in with it.',

  linkTitle: 'This link does not work',
  linkInvalid: 'It was used, has expired, or is not the latest one.',
  linkAgainTitle: 'Open the link again',
  linkIncomplete:
    'The page was loaded again, or the link is incomplete. If you have not used the link yet, open it in the email again.',
  linkInviteAdvice:
    'If you have created your account already, sign in. Otherwise ask the person who invited you for another link.',
  linkResetAdvice: 'Request another link; only the latest one works.',

  inviteTitle: 'You are invited',
  inviteLead: {
    Owner: 'As an Owner, you administer Ken and everyone in it.',
    Admin: 'As an Admin, you administer the Members of Ken.',
    Member: 'As a Member, you search what you may see.',
  },
  name: 'Name',
  nameInvalid: 'Enter 1 to 200 characters, one of them visible.',
  emailInvalid: 'Enter a valid email address, such as ana@example.com.',
  createAccount: 'Create your account',

  setupTitle: 'Set up Ken',
  setupLead: 'Create the account of the first Owner. You can invite others later.',
  nameOptional: 'Name (optional)',
  createOwner: 'Create the Owner',
  setupTaken: 'Another person has just set up Ken. Sign in.',
  readyTitle: 'Ken is ready',
  readyLead: 'These steps make it useful. The commands run on the server.',
  importHere: 'Import files in the browser',
  steps: {
    importing: {
      title: 'Import knowledge',
      text: 'Each document lists who may see it. Choose a folder here, or use the command line; this command is for everyone.',
      command: 'npx --yes pnpm@12 ken import ./documents --source wiki --allow everyone',
    },
    email: {
      title: 'Configure email',
      text: 'Invitations and reset links are sent by email. Start Ken with these settings.',
      command: 'KEN_SMTP_URL=smtps://user:password@mail.example.com KEN_MAIL_FROM=ken@example.com',
    },
    inviting: {
      title: 'Invite people',
      text: 'They get a link to create their account. You can also invite them here, under Invitations.',
      command: 'npx --yes pnpm@12 ken users invite grace@example.com',
    },
  },
  copyCommand: 'Copy the command',
  toSearch: 'Go to the search',
}

export type Messages = typeof messages
