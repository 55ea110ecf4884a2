import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
// A changelog may name files that no longer exist.
const pages = globSync(['*.md', '.github/**/*.md', 'docs/**/*.md'], { cwd: root })
  .filter((page) => page !== 'CHANGELOG.md')
  .toSorted()
const contents = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))

type Pages = ReadonlyMap<string, string>
type Line = { readonly page: string; readonly number: number; readonly text: string }

/** The lines of a page without blank lines, fences, rules and heads of tables. */
const contentLines = (page: string, content: string): readonly Line[] =>
  content
    .split('\n')
    .map((text, position) => ({ page, number: position + 1, text: text.trim() }))
    .filter(({ text }) => /\w/.test(text) && !/^```|^\|[\s|:-]*\|$/.test(text))

const blockLines = 4

/** Blocks of four or more consecutive lines that occur more than once. */
function repeatedBlocks(all: Pages): readonly string[] {
  const seen = new Map<string, Line>()
  const repeated: string[] = []
  for (const [page, content] of all) {
    const lines = contentLines(page, content)
    for (let start = 0; start + blockLines <= lines.length; start += 1) {
      const first = lines[start]!
      const block = lines
        .slice(start, start + blockLines)
        .map(({ text }) => text)
        .join('\n')
      const before = seen.get(block)
      if (before === undefined) seen.set(block, first)
      else repeated.push(`${first.page}:${first.number} repeats ${before.page}:${before.number}`)
    }
  }
  return repeated
}

const withoutCode = (content: string): string =>
  content.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code')

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(content: string): ReadonlySet<string> {
  const headings = [...content.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)]
  const anchors = new Set<string>()
  for (const [, heading = ''] of headings) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let count = 1; anchors.has(name); count += 1) name = `${slug}-${count}`
    anchors.add(name)
  }
  return anchors
}

type Link = { readonly text: string; readonly target: string; readonly anchor: string | undefined }

/** The links of a page to files of the project. */
function linksOf(page: string, content: string): readonly Link[] {
  const links = [
    ...withoutCode(content).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)/gm),
  ]
  return links
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .map((text) => {
      const [path = '', anchor] = decodeURI(text).split('#')
      return {
        text,
        target: path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, ''),
        anchor,
      }
    })
}

/** Links to missing files and headings. Links to other sites are not followed. */
function deadLinks(all: Pages, exists: (path: string) => boolean): readonly string[] {
  return [...all].flatMap(([page, content]) =>
    linksOf(page, content)
      .filter(({ target, anchor }) => {
        if (!exists(target)) return true
        const targetContent = all.get(target)
        return (
          anchor !== undefined &&
          targetContent !== undefined &&
          !anchorsOf(targetContent).has(anchor)
        )
      })
      .map(({ text }) => `${page}: ${text}`),
  )
}

/** Pages under `docs` without a link from the map of their folder or the map of all. */
function unlistedPages(all: Pages): readonly string[] {
  const listedIn = (map: string) => linksOf(map, all.get(map) ?? '').map(({ target }) => target)
  const listed = listedIn('docs/README.md')
  return [...all.keys()].filter((page) => {
    if (!page.startsWith('docs/') || page === 'docs/README.md' || listed.includes(page))
      return false
    const folder = join(dirname(page), 'README.md')
    return page === folder || !listed.includes(folder) || !listedIn(folder).includes(page)
  })
}

describe('the documentation', () => {
  it('repeats no block of text', () => {
    expect(pages.length).toBeGreaterThan(10)
    expect(repeatedBlocks(contents)).toEqual([])
  })

  it('has no dead link', () => {
    expect(deadLinks(contents, (path) => existsSync(join(root, path)))).toEqual([])
  })

  it('lists every page in its map', () => {
    expect(unlistedPages(contents)).toEqual([])
  })

  it('has a test for every example', () => {
    const tests = globSync(
      // The second lists those that several tests run.
      ['test-e2e/*/*.test.ts', 'test-e2e/repository/example-programs.ts'],
      { cwd: root },
    ).map((file) => readFileSync(join(root, file), 'utf8'))
    const examples = globSync('docs/examples/*.{ts,py}', { cwd: root }).map((file) =>
      basename(file),
    )
    expect(examples).not.toEqual([])
    expect(
      examples.filter((example) => !tests.some((test) => test.includes(`'${example}'`))),
    ).toEqual([])
  })
})

describe('the project', () => {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const [, versioning = ''] = workspace.split('\nversioning:\n')
  const manifests = globSync(
    ['package.json', '{packages,apps}/*/package.json', 'test-e2e/package.json'],
    { cwd: root },
  )
  type Manifest = { readonly name: string; readonly version?: string }
  // pnpm refuses to install with manifests of another shape.
  const projects = manifests.map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
  )

  it('has one version: every package is released with the others or excluded by name', () => {
    const named = [...versioning.matchAll(/- '?([@\w/-]+)'?$/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(projects.map(({ name }) => name)))
    const ignored = versioning.slice(versioning.indexOf('ignore:'))
    const released = projects.filter(({ name }) => !ignored.includes(`'${name}'`))
    expect(new Set(released.map(({ version }) => version)).size).toBe(1)
  })
})

describe('the check of the documentation', () => {
  const block = [
    'One line.',
    '',
    'Another.',
    '```',
    'code --here',
    '```',
    '| a | b |',
    '|---|---|',
    'The last.',
  ].join('\n')

  it('reports a repeated block on one page or two, regardless of blank lines and fences', () => {
    const again = block.replaceAll('\n', '\n\n')
    expect(repeatedBlocks(new Map([['a.md', `${block}\n\nBetween.\n\n${again}`]]))).toEqual([
      'a.md:13 repeats a.md:1',
      'a.md:17 repeats a.md:3',
    ])
    const two = new Map([
      ['a.md', block],
      ['b.md', `Before.\n${block}`],
    ])
    expect(repeatedBlocks(two)).toContain('b.md:2 repeats a.md:1')
  })

  it('allows three repeated lines', () => {
    expect(repeatedBlocks(new Map([['a.md', 'a\nb\nc\nd\nx\na\nb\nc\ne']]))).toEqual([])
  })

  it('reports links to missing files and headings, and no others', () => {
    const all = new Map([
      [
        'README.md',
        '[a](docs/a.md) [b](docs/b.md) [c](docs/a.md#one-thing) [d](docs/a.md#two) [e](https://x.test/y) [f](docs/)',
      ],
      [
        'docs/a.md',
        '# One `thing`\n\n[up](../README.md) [own](#one-thing) [gone](#gone)\n\n`[code](x.md)`\n\n[r]: ./c.md',
      ],
    ])
    const exists = (path: string) => all.has(path) || path === 'docs'
    expect(deadLinks(all, exists)).toEqual([
      'README.md: docs/b.md',
      'README.md: docs/a.md#two',
      'docs/a.md: #gone',
      'docs/a.md: ./c.md',
    ])
  })

  it('reports a page that no map lists, and a map that is itself not listed', () => {
    const all = new Map([
      ['README.md', '[lost](docs/lost.md)'],
      ['docs/README.md', '[a](a.md) [why](decisions/README.md)'],
      ['docs/a.md', '[lost](lost.md)'],
      ['docs/lost.md', ''],
      ['docs/decisions/README.md', '[1](0001-one.md)'],
      ['docs/decisions/0001-one.md', ''],
      ['docs/decisions/0002-two.md', ''],
    ])
    expect(unlistedPages(all)).toEqual(['docs/lost.md', 'docs/decisions/0002-two.md'])
    expect(unlistedPages(all.set('docs/README.md', '[a](a.md)'))).toEqual([
      'docs/lost.md',
      'docs/decisions/README.md',
      'docs/decisions/0001-one.md',
      'docs/decisions/0002-two.md',
    ])
  })
})
