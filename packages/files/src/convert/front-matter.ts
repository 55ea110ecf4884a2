import { isDocumentDate, isDocumentUrl } from '@ken/core/ports'
import { parseDocument } from 'yaml'
import type { Converted } from './converted.ts'
import { carriableText, titleText } from './readable-text.ts'

/** Longer front matter is not parsed: YAML could take too long. */
const lengthMax = 65_536

/** The fields of the front matter; null for absent ones. */
export type FrontMatter = Omit<Converted, 'body'> & { readonly summary: string | null }

/** Reads title, URL, date, permissions and summary from the YAML or TOML above a page; other invalid fields than permissions count as absent. */
export function readFrontMatter(text: string, language: 'yaml' | 'toml'): FrontMatter {
  const fields =
    text.length > lengthMax
      ? {}
      : ((language === 'yaml' ? yamlFields(text) : null) ?? lineFields(text))
  const first = <Value>(
    names: readonly string[],
    read: (value: string) => Value | null,
  ): Value | null => {
    for (const name of names) {
      const value = Object.hasOwn(fields, name) ? fields[name] : null
      const found = typeof value === 'string' ? read(value.trim()) : null
      if (found !== null) return found
    }
    return null
  }
  return {
    title: first(['title'], titleText),
    summary: first(
      ['description', 'summary', 'subtitle'],
      (value) => carriableText(value).replace(/\s+/g, ' ').trim() || null,
    ),
    url: first(['url', 'permalink'], webUrl),
    updatedAt: first(['updated_at', 'date', 'last_modified'], isoDate),
    allowed: entriesOf(Object.hasOwn(fields, 'allowed') ? fields['allowed'] : null),
  }
}

type Fields = { readonly [name: string]: unknown }

function yamlFields(text: string): Fields | null {
  try {
    const document = parseDocument(text, {
      logLevel: 'silent',
      prettyErrors: false,
      uniqueKeys: false,
      // Numbers stay as they are written: a page may be called 1.10.
      schema: 'failsafe',
      customTags: ['null', 'bool'],
    })
    const value: unknown = document.errors.length > 0 ? null : document.toJS()
    return typeof value === 'object' ? (value as Fields | null) : null
  } catch {
    // Unbounded aliases, or nesting beyond the stack.
    return null
  }
}

/** `name: value` and `name = value` line by line: enough of TOML, and of YAML with a bare colon in its title. */
function lineFields(text: string): Fields {
  const fields: [string, string][] = []
  for (const line of text.split('\n')) {
    const { name, value } = /^(?<name>[\w-]+)\s*[:=](?<value>.*)$/.exec(line)?.groups ?? {}
    if (name !== undefined && value !== undefined)
      fields.push([name, value.trim().replace(/^(["'])(.*)\1$/, '$2')])
  }
  return Object.fromEntries(fields)
}

/** A list, or its entries separated by commas. Anything else is an entry, so that no permission counts as absent. */
function entriesOf(value: unknown): readonly string[] | null {
  if (value === null || value === undefined) return null
  const entries: readonly unknown[] = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/^\[(.*)\]$/, '$1')
        .split(',')
  return entries.map((entry) =>
    textOf(entry)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2'),
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const webUrl = (text: string): string | null => {
  const url = URL.parse(text)
  return url !== null && isDocumentUrl(url.href) ? url.href : null
}

/** A date alone is midnight in UTC, and a time without an offset is in UTC. */
function isoDate(text: string): Date | null {
  const pattern =
    /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ]+(?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?) *(?<offset>Z|[+-]\d\d:?\d\d)?)?$/
  const { day, time = '00:00', offset = 'Z' } = pattern.exec(text)?.groups ?? {}
  const date = new Date(`${day}T${time}${offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`)
  return isDocumentDate(date) ? date : null
}
