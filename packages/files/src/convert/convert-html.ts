import { BodyBuilder, bodyOf, mainHeading } from './body-builder.ts'
import type { Converted } from './converted.ts'
import { splitFrontMatter } from './front-matter.ts'
import { readHtml, type Content } from './read-html.ts'
import { titleText } from './readable-text.ts'

/**
 * Converts a page. Its title is that of its front matter, or its `title` without the name of the
 * site, or else its main heading.
 */
export function convertHtml(source: string): Converted {
  const {
    fields: { summary: _summary, ...fields },
    rest: html,
  } = splitFrontMatter(source)
  const read = (content: Content) => {
    const out = new BodyBuilder()
    return { name: titleText(readHtml(html, out, content)), blocks: out.finish() }
  }
  const content =
    (['main', 'article'] as const).find((name) => new RegExp(`<${name}[\\s>]`, 'i').test(html)) ??
    null
  const found = read(content)
  // A `main` may be in a comment, or filled later by a script.
  const page = found.blocks.length > 0 ? found : read(null)
  const heading = titleText(mainHeading(page.blocks) ?? '')
  const title =
    fields.title ??
    (heading !== null && (page.name === null || isNameOfSite(page.name, heading))
      ? heading
      : page.name)
  return { ...fields, title, body: bodyOf(page.blocks, title) }
}

/** Whether the title of a page is its heading, a separator and the name of the site. */
function isNameOfSite(title: string, heading: string): boolean {
  if (title.startsWith(heading)) return /^ [|–—·•:»-] /.test(title.slice(heading.length))
  return title.endsWith(heading) && / [|–—·•:«-] $/.test(title.slice(0, -heading.length))
}
