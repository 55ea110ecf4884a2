import PostalMime, { type Address, type Email } from 'postal-mime'
import { convertHtml } from '../html/convert-html.ts'
import { convertPlainText } from '../plain-text/convert-plain-text.ts'
import type { Converted } from '../converted.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import { carriableText, titleText } from '../readable-text.ts'
import { dateOf } from '../stated-date.ts'
import { agreedPermissions, permissionsInText } from '../stated-permissions.ts'

/**
 * Converts an email as programs save it (`.eml`): its subject is the title, and its date is that of the document. The body
 * says from whom and to whom it is, and names its attachments, which are not read. Null if it has no fields of an email.
 */
export async function convertEmail(content: Uint8Array): Promise<Converted | null> {
  const email = await new PostalMime().parse(content).catch(() => null)
  if (email === null || (email.from === undefined && email.subject === undefined)) return null
  const { html, text = '' } = email
  const read = html === undefined ? convertPlainText(text) : convertHtml(html)
  const message = html === undefined ? withTitle(read) : read.body
  const parts = [
    [
      field('From', namesOf([email.from])),
      field('To', namesOf(email.to)),
      field('Cc', namesOf(email.cc)),
    ],
    [message],
    [
      field(
        'Attachments',
        email.attachments.map(({ filename }) => filename ?? ''),
      ),
    ],
  ]
  return {
    title: titleText(email.subject ?? ''),
    url: null,
    updatedAt: dateOf(email.date),
    allowed: agreedPermissions([
      read.allowed ?? permissionsInText(message),
      ...permissionsBeside(email),
    ]),
    body: parts
      .map((lines) => lines.filter((line) => line !== '').join('\n'))
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

/** What its fields, its subject, and its text beside HTML state: its author may have seen only one of them. */
const permissionsBeside = ({ headers, html, subject = '', text = '' }: Email) => [
  permissionsInText(headers.map(({ key, value }) => `${key}: ${value}`).join('\n')),
  permissionsInText(subject),
  html === undefined ? null : splitFrontMatter(text).fields.allowed,
]

/** A heading at the start of a text is its title elsewhere, but a part of a message. */
const withTitle = ({ title, body }: Converted): string =>
  title === null || body.includes(title) ? body : `${title}\n\n${body}`

function field(name: string, values: readonly string[]): string {
  const text = carriableText(values.filter((value) => value !== '').join(', '))
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? '' : `${name}: ${text}`
}

const namesOf = (addresses: readonly (Address | undefined)[] = []): readonly string[] =>
  addresses.map((address) => {
    if (address === undefined) return ''
    const { name, address: mailbox = '' } = address
    return name === '' ? mailbox : mailbox === '' ? name : `${name} (${mailbox})`
  })
