import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const nouns = [
  'printer',
  'badge',
  'invoice',
  'parking',
  'laptop',
  'heating',
  'coffee',
  'mailbox',
  'forklift',
  'server',
]
const verbs = [
  'order',
  'repair',
  'return',
  'book',
  'replace',
  'report',
  'cancel',
  'clean',
  'move',
  'check',
]

/** Writes a folder of Markdown pages of about 2 KB, each with a title of its own. */
export function writeHandbook(folder: string, pages: number): void {
  for (let page = 0; page < pages; page += 1) {
    const noun = nouns[page % nouns.length]!
    const verb = verbs[Math.floor(page / nouns.length) % verbs.length]!
    const chapter = join(folder, `chapter-${Math.floor(page / 100)}`)
    if (page % 100 === 0) mkdirSync(chapter, { recursive: true })
    const paragraph = `To ${verb} a ${noun}, write to desk ${page} and say which floor you are on. `
    writeFileSync(
      join(chapter, `page-${page}.md`),
      `# ${verb} the ${noun} (${page})\n\n${paragraph.repeat(10)}\n\n## Afterwards\n\n${paragraph.repeat(14)}\n`,
    )
  }
}
