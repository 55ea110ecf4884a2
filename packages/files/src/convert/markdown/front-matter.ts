import { isDocumentDate, isDocumentUrl } from '@ken/core/ports'
import { isMap, parseDocument, visit, type Document } from 'yaml'
import type { Converted } from '../converted.ts'
import { carriableText, titleText } from '../readable-text.ts'
import {
  eitherPermissions,
  permissionsInLines,
  permissionsInText,
  permissionsOfYaml,
  permissionsWithAliases,
  type Fields,
} from '../stated-permissions.ts'

/** Longer front matter is read line by line: YAML could take too long. */
const lengthMax = 65_536

/** Front matter with more aliases is read line by line, too: to resolve an alias, the library reads the whole text. */
const aliasesMax = 100

/** The fields of the front matter; null for absent ones. */
export type FrontMatter = Omit<Converted, 'body'> & { readonly summary: string | null }

/**
 * YAML after a line of `---`, or TOML between lines of `+++`, at the start of a text. YAML ends with `---`, and with `...`
 * only if it begins with a field: otherwise the first line is a thematic break. The lines before the field are bounded,
 * because millions would not fit into the stack.
 */
const frontMatter =
  /^(?:---[ \t]*\n(?:(?=(?:[ \t]*(?:#[^\n]*)?\n){0,1000}[ \t]*(?:\{|[^\s#][^\n]*:))(?<yaml>(?:[^]*?\n)??)(?:---|\.\.\.)|(?<other>(?:[^]*?\n)??)---)|\+\+\+[ \t]*\n(?<toml>(?:[^]*?\n)??)\+\+\+)[ \t]*(?:\n|$)/

/**
 * What may have been meant as front matter: below blank lines, comments and directives, in a comment, of another language,
 * or without an end, when it goes to the first blank line.
 */
const meantAsFrontMatter = [
  /^\s*(?:<!--\s*)?(?<fence>-{3}|\+{3}|;{3})(?![-+;])[^]*?\n[ \t]*\k<fence>[ \t]*(?:\n|$)/,
  /^\s*\{[^]*?\n\}/,
  /^\s*(?:-{3}|\+{3}|;{3}|\{)[^]*?(?:\n[ \t]*\n|$)/,
]

/**
 * Reads the front matter above a page, and returns the rest of the text with it. Of a text that only
 * seems to have front matter it reads the permissions alone.
 */
export function splitFrontMatter(text: string): {
  readonly fields: FrontMatter
  readonly rest: string
} {
  const { 0: matter = '', groups } = frontMatter.exec(text) ?? {}
  const { yaml, other, toml } = groups ?? {}
  const written = yaml ?? other ?? toml
  const rest = text.slice(matter.length)
  const meant = written === undefined ? meantIn(text) : ''
  const seeming = permissionsInLines(meant)
  const fields =
    written === undefined
      ? { ...undescribed, allowed: seeming }
      : readFrontMatter(written, toml === undefined ? 'yaml' : 'toml')
  // What states none as front matter may still do so as a comment.
  const elsewhere = permissionsInText(seeming === null ? rest : rest.replace(meant, ''))
  return { fields: { ...fields, allowed: eitherPermissions(fields.allowed, elsewhere) }, rest }
}

function meantIn(text: string): string {
  const passed = /\s*(?:<!--(?!\s*(?:-{3}|\+{3}|;{3}))[^]*?-->|%[^\n]*\n)/y
  let start = 0
  while (passed.test(text)) start = passed.lastIndex
  const below = text.slice(start)
  const lengths = meantAsFrontMatter.map((form) => form.exec(below)?.[0].length ?? 0)
  return below.slice(0, Math.max(...lengths))
}

const undescribed: FrontMatter = {
  title: null,
  url: null,
  updatedAt: null,
  allowed: null,
  summary: null,
}

/** Reads title, URL, date, permissions and summary from YAML or TOML; other invalid fields than permissions count as absent. */
function readFrontMatter(text: string, language: 'yaml' | 'toml'): FrontMatter {
  const isParsed = language === 'yaml' && text.length <= lengthMax
  const { fields, allowed } = (isParsed ? parseYaml(text) : null) ?? {
    fields: lineFields(text),
    allowed: permissionsInLines(text),
  }
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
    allowed,
  }
}

type Read = { readonly fields: Fields; readonly allowed: readonly string[] | null }

function parseYaml(text: string): Read | null {
  try {
    const document = parseDocument(text, {
      logLevel: 'silent',
      prettyErrors: false,
      uniqueKeys: false,
      // Numbers stay as they are written: a page may be called 1.10.
      schema: 'failsafe',
      customTags: ['null', 'bool'],
    })
    if (document.errors.length > 0) return null
    if (aliasesIn(document) > aliasesMax)
      return { fields: lineFields(text), allowed: permissionsWithAliases(document, text) }
    const value: unknown = document.toJS()
    if (typeof value !== 'object' || value === null) return null
    const fields = value as Fields
    const isMapping = isMap(document.contents)
    return {
      fields,
      allowed: isMapping ? permissionsOfYaml(document, fields) : permissionsInText(text),
    }
  } catch {
    // Unbounded aliases, or nesting beyond the stack.
    return null
  }
}

function aliasesIn(document: Document.Parsed): number {
  let count = 0
  visit(document, {
    Alias: () => {
      count += 1
    },
  })
  return count
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
