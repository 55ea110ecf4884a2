import { decodeWords } from 'postal-mime'

/** In French, with a blank before the colon. */
const field = /^(?<name>\p{L}[\p{L}\d-]{0,100})\s?: ?(?<value>.*)$/u
const sender = /^(?:from|von|de|expéditeur)$/i
const subject = /^(?:subject|betreff|objet|asunto)$/i
/** An email may have been saved with all of its headers. */
const linesMax = 200

/** The subject of a text that is an email: fields with a sender and a subject, up to a blank line. Null of any other text. */
export function mailSubject(text: string): string | null {
  let hasSender = false
  let found: string | null = null
  // A long field goes on in indented lines.
  const lines = text
    .trimStart()
    .split('\n', linesMax)
    .join('\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, ' ')
  for (const line of lines.split('\n')) {
    const { name, value = '' } = field.exec(line)?.groups ?? {}
    if (name === undefined) break
    if (sender.test(name)) hasSender = true
    if (subject.test(name)) found ??= decodeWords(value).trim()
  }
  // A subject that is still encoded says less than any line.
  return hasSender && found !== '' && found?.startsWith('=?') !== true ? found : null
}
