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
  for (const line of text.trimStart().split('\n', linesMax)) {
    if (line.trim() === '') break
    const { name, value = '' } = field.exec(line)?.groups ?? {}
    // A long field goes on in indented lines.
    if (name === undefined && !/^[ \t]/.test(line)) break
    if (name === undefined) continue
    if (sender.test(name)) hasSender = true
    if (subject.test(name)) found ??= value.trim()
  }
  // An encoded subject says less than any line.
  return hasSender && found !== '' && found?.startsWith('=?') !== true ? found : null
}
