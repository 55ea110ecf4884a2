import { BodyBuilder, bodyOf, mainHeading } from '../body-builder.ts'
import type { Converted } from '../converted.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import { mayHaveMain } from '../page-parts.ts'
import { readHtml, type Content } from './read-html.ts'
import { titleText } from '../readable-text.ts'

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
  const content = mayHaveMain(html) ? 'main' : /<article[\s>]/i.test(html) ? 'article' : null
  const found = read(content)
  // A `main` may be in a comment, or filled later by a script.
  const page = found.blocks.length > 0 ? found : read(null)
  const heading = titleText(mainHeading(page.blocks) ?? '')
  const shown =
    heading !== null &&
    (page.name === null || isNameOfFile.test(page.name) || isNameOfSite(page.name, heading))
      ? heading
      : page.name
  const body = bodyOf(page.blocks, fields.title ?? shown)
  return { ...fields, title: fields.title ?? withoutSpace(shown, html), body }
}

/** An export of Confluence begins each title with the name of the space and a colon. */
const withoutSpace = (title: string | null, html: string): string | null =>
  html.includes('id="title-text"') ? (title?.replace(/^.+? : (?=.)/, '') ?? null) : title

/** What programs write as the title of a page that was a file, as in `Microsoft Word - leave_v3.docx`. */
const isNameOfFile =
  /^Microsoft (?:Excel|PowerPoint|Word) - \S+$|[^\s.]\.(?:docx?|odt|rtf|pdf|pptx?|odp|xlsx?|ods)$/i

/** Whether the title of a page is its heading, a separator and the name of the site. */
function isNameOfSite(title: string, heading: string): boolean {
  if (title.startsWith(heading)) return /^ [|–—·•:»-] /.test(title.slice(heading.length))
  return title.endsWith(heading) && / [|–—·•:«-] $/.test(title.slice(0, -heading.length))
}
