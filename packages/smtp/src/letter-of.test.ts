import type { Email, IdentitySource, Mail, NoticeSubject } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { htmlOf, textOf } from './layout.ts'
import { letterOf } from './letter-of.ts'

const baseUrl = 'https://ken.example.com/in/side'
const ada = { name: 'Ada Lovelace', address: 'ada@example.com' as Email }
const expiresAt = new Date('2026-03-06T05:06:07.089Z')
const at = '2026-03-04T23:59:07.089Z'

const invitation: Mail = {
  kind: 'invitation',
  to: ada.address,
  role: 'Member',
  inviter: null,
  organisation: null,
  token: 'abc-_1',
  expiresAt,
}
const reset: Mail = { kind: 'password_reset', to: ada, token: 'abc-_1', expiresAt }
const key = { keyName: 'laptop', keyPrefix: 'ken_0123abcd', expiresAt: expiresAt.toISOString() }
const serviceKey = {
  keyName: 'chat bot',
  keyPrefix: 'ken_0123abcd',
  source: 'bot_messenger' as IdentitySource,
}
/** The facts that each notice must contain. */
const notices: readonly { readonly about: NoticeSubject; readonly facts: readonly string[] }[] = [
  { about: { kind: 'guesses_exhausted' }, facts: ['too many times'] },
  { about: { kind: 'password_changed' }, facts: ['password of your account was changed'] },
  {
    about: {
      kind: 'password_changed',
      access: {
        keys: [{ name: 'laptop', prefix: 'ken_0123abcd' }],
        links: [{ source: 'teamchat' }],
        more: 3,
      },
    },
    facts: [
      '“laptop”',
      'ken_0123abcd',
      'a linked chat of teamchat',
      '3 more',
      'revoke or remove any',
    ],
  },
  { about: { kind: 'second_factor_enabled' }, facts: ['also requires a code'] },
  { about: { kind: 'second_factor_disabled' }, facts: ['requires only your password'] },
  { about: { kind: 'second_factor_reset' }, facts: ['An administrator removed'] },
  {
    about: { kind: 'recovery_code_used', codesLeft: 3 },
    facts: ['recovery codes was used', 'You have 3 left'],
  },
  { about: { kind: 'test_email' }, facts: ['that you requested'] },
  { about: { kind: 'recovery_codes_renewed' }, facts: ['earlier codes no longer work'] },
  {
    about: { kind: 'email_changed', from: 'old@example.com' as Email, to: ada.address },
    facts: ['from old@example.com to ada@example.com'],
  },
  {
    about: { kind: 'key_issued', ...key, expiresAt: null },
    facts: ['“laptop”', 'ken_0123abcd', 'It never expires.'],
  },
  {
    about: { kind: 'key_issued', ...key },
    facts: ['It works until Friday, 6 March 2026 at 05:06 UTC.'],
  },
  {
    about: { kind: 'chat_linked', source: 'workspace_chat' as IdentitySource },
    facts: ['a member of workspace_chat', 'confirmed email address', 'An Owner of Ken'],
  },
  {
    about: { kind: 'service_key_created', ...serviceKey, by: ada.address },
    facts: ['ada@example.com created', '“chat bot”', 'ken_0123abcd', 'Owners included'],
  },
  {
    about: { kind: 'service_key_created', ...serviceKey, by: null },
    facts: ['An operator, on the command line, created', '“chat bot”'],
  },
  {
    about: { kind: 'service_key_taken_over', ...serviceKey, by: ada.address },
    facts: ['ada@example.com became responsible', '“chat bot”'],
  },
  {
    about: {
      kind: 'service_keys_ended',
      responsible: 'bob@example.com' as Email,
      keys: [serviceKey, serviceKey],
    },
    facts: [
      'bob@example.com changed',
      'were revoked',
      '“chat bot”, which begins with ken_0123abcd, for bot_messenger',
    ],
  },
  {
    about: { kind: 'key_expiring', ...key },
    facts: ['“laptop”', 'ken_0123abcd', 'It works until Friday, 6 March 2026 at 05:06 UTC.'],
  },
]
const noticeOf = (about: NoticeSubject): Mail => ({ kind: 'notice', to: ada, about, at })
const emails = [
  invitation,
  reset,
  { kind: 'test', to: ada.address } as const,
  ...notices.map(({ about }) => noticeOf(about)),
]

const english = (mail: Mail) => letterOf(mail, { baseUrl, language: 'en' })
const german = (mail: Mail) => letterOf(mail, { baseUrl, language: 'de' })
const textIn = (mail: Mail): string => textOf(english(mail))
/** What a person reads of HTML, every paragraph a line. */
const readable = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replaceAll(/<br>|<\/p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && line !== '-- ')

describe('the content of emails', () => {
  it('invites with a link whose token is in the fragment, and says when it expires', () => {
    expect(english(invitation).subject).toBe('You are invited to Ken')
    expect(textIn(invitation)).toBe(`Hello,

You are invited to Ken as a Member. Ken finds what your organisation knows.

To sign in, choose a name and a password.

Accept the invitation:
https://ken.example.com/in/side/invite#abc-_1

The link works once and expires on Friday, 6 March 2026 at 05:06 UTC.

If you weren’t expecting this, you can ignore this email: no account is created without you.

-- 
Sent by Ken. Replies to this address are not read.
https://ken.example.com/in/side
`)
    expect(textIn({ ...invitation, role: 'Owner' })).toContain('as an Owner')
  })

  it.each([
    {
      inviter: 'Ada Lovelace',
      organisation: 'Example Ltd',
      en: 'Ada Lovelace invited you to the Ken of Example Ltd as a Member.',
      de: 'Ada Lovelace hat Sie als Mitglied zum Ken von Example Ltd eingeladen.',
    },
    {
      inviter: null,
      organisation: 'Example Ltd',
      en: 'You are invited to the Ken of Example Ltd as a Member.',
      de: 'Sie sind als Mitglied zum Ken von Example Ltd eingeladen.',
    },
    {
      inviter: 'Ada Lovelace',
      organisation: null,
      en: 'Ada Lovelace invited you to Ken as a Member.',
      de: 'Ada Lovelace hat Sie als Mitglied zu Ken eingeladen.',
    },
  ])(
    'R52 says who invites and for which organisation: $en',
    ({ inviter, organisation, en, de }) => {
      const mail: Mail = { ...invitation, inviter, organisation }
      expect(english(mail).happened[0]).toContain(en)
      expect(german(mail).happened[0]).toContain(de)
    },
  )

  it('gives a link to set a new password', () => {
    expect(english(reset).subject).toBe('Set a new password for Ken')
    expect(textIn(reset)).toContain(`Hello Ada Lovelace,

You or an administrator requested a new password for your account.

Set a new password:
https://ken.example.com/in/side/reset#abc-_1

The link works once and expires on Friday, 6 March 2026 at 05:06 UTC.

If you don’t want a new password, you can ignore this email. Your password stays the same.
`)
  })

  it('links to the page of the console that creates new recovery codes', () => {
    expect(textIn(noticeOf({ kind: 'recovery_code_used', codesLeft: 1 })))
      .toContain(`You have 1 left. You can create new ones at any time.

Create new recovery codes:
${baseUrl}/me/security

If`)
  })

  it.each(notices)(
    'R33 says what happened, when, and what to do if someone else did it: $about',
    ({ about, facts }) => {
      const { happened, advice } = english(noticeOf(about))
      for (const fact of facts) expect(happened.join(' ')).toContain(fact)
      expect(happened.join(' ').includes('Wednesday, 4 March 2026 at 23:59 UTC')).toBe(
        about.kind !== 'key_expiring',
      )
      expect(advice).toMatch(/^If .*(?:administrator|create a new key)/)
    },
  )
})

describe.each([
  { language: 'English', letter: english },
  { language: 'German', letter: german },
])('every email in $language', ({ letter: written }) => {
  it.each(emails)('says the same as text and as HTML: %#', (mail) => {
    const letter = written(mail)
    const inText = linesOf(textOf(letter).replace(/^(.*):\n(https:)/m, '$1\n$2'))
    expect(linesOf(readable(htmlOf(letter)))).toEqual(inText)
  })

  it.each(emails)('R59 loads nothing, and links to nothing but the base URL: %#', (mail) => {
    const html = htmlOf(written(mail))
    expect(html).not.toMatch(/\bsrc=|url\(|<(?:link|script|img|style|iframe)|@import/i)
    const links = [...`${html}${textOf(written(mail))}`.matchAll(/https?:[^\s"<]+/g)].map(
      ([link]) => link,
    )
    expect(links.length).toBeGreaterThan(1)
    expect(
      links.filter(
        (link) => !new RegExp(`^${baseUrl}(?:/(?:invite|reset)#abc-_1|/me/security)?$`).test(link),
      ),
    ).toEqual([])
  })

  it.each(emails)('promises no page that Ken does not have: %#', (mail) => {
    expect(textOf(written(mail))).not.toMatch(
      /profile|sign-in page|settings|screen|console|dashboard|on the web|sign in at/i,
    )
  })

  it.each(emails)('has a subject that names no person and fits a screen: %#', (mail) => {
    expect(written(mail).subject).toMatch(/^[\p{L} -]{5,50}$/u)
  })

  it.each(emails)('R33 says what to do for a person who did not cause it: %#', (mail) => {
    expect(written(mail).advice).toMatch(/\bIf\b|\bWenn\b/)
  })
})

describe('names that others chose', () => {
  const keyName = '<b onclick="steal()">&amp;</b>\r\n\r\nhttps://eve.example\u2028\u202e'
  const hostile: Mail = {
    ...(noticeOf({ kind: 'key_issued', ...key, keyName }) as Extract<Mail, { kind: 'notice' }>),
    to: { ...ada, name: 'Ada</title><script>alert(1)</script>\nBcc: eve@example.com' },
  }

  it('R55 become no markup', () => {
    const html = htmlOf(english(hostile))
    expect(html).not.toMatch(/<b |<script|<\/title><s/)
    expect(html).toContain(
      '&lt;b onclick=&quot;steal()&quot;&gt;&amp;amp;&lt;/b&gt; https://eve.example',
    )
  })

  it('R55 become no line of their own', () => {
    expect(textIn(hostile)).toContain(
      'Hello Ada</title><script>alert(1)</script> Bcc: eve@example.com,\n',
    )
    expect(textIn(hostile)).not.toMatch(/^https:\/\/eve|^Bcc|\r|\u2028|\u202e/m)
  })
})
