import { describe, expect, it } from 'vitest'
import { choose, chosenInDialog, type Found } from './choose-files.ts'

const found = (path: string, bytes = 1): Found => ({
  path,
  file: new File([new Uint8Array(bytes)], path.split('/').at(-1)!),
})
const shown = (given: readonly Found[]) => {
  const { files, leftOut } = choose(given)
  return [
    ...files.map(({ path }) => path),
    ...leftOut.map(({ path, verdict, reason }) => `${path}: ${verdict}, ${reason}`),
  ]
}

const file = (name: string, webkitRelativePath: string) =>
  Object.assign(new File([], name), { webkitRelativePath })

describe('chosen files', () => {
  it('are sent if the server may make documents from them, in the order of their paths', () => {
    const names = ['b.MD', 'a/z.html', 'a.markdown', 'c.htm', 'd.txt', 'e.rst', 'f.adoc', 'g.mdx']
    expect(shown(names.map((name) => found(name)))).toEqual(names.toSorted())
  })

  it('are left out with a reason, and a folder with all that is in it once', () => {
    expect(
      shown([
        found('.git/a.md'),
        found('.git/b/c.md'),
        found('a/node_modules/p/README.md'),
        { path: 'b/.cache', file: null },
        found('a/.env'),
        found('logo.png'),
        { path: 'locked.md', file: null },
        found('data.jsonl'),
        found('LICENSE'),
        found('large.md', 8 * 1024 * 1024 + 1),
        found('largest.md', 8 * 1024 * 1024),
      ]),
    ).toEqual([
      'largest.md',
      '.git: skipped, hidden',
      'LICENSE: skipped, unsupported_format',
      'a/.env: skipped, hidden',
      'a/node_modules: skipped, installed_packages',
      'b/.cache: skipped, hidden',
      'data.jsonl: skipped, unsupported_format',
      'large.md: invalid, too_large',
      'locked.md: invalid, unreadable',
      'logo.png: skipped, unsupported_format',
    ])
  })

  it('whose names differ only in how characters are composed are left out, except the first', () => {
    const [composed, decomposed] = ['é.md'.normalize('NFC'), 'é.md'.normalize('NFD')]
    expect(shown([found(composed), found(decomposed), found(`a/${composed}`)])).toEqual([
      `a/${composed}`,
      decomposed,
      `${composed}: invalid, same_name`,
    ])
  })

  it('have their path below the chosen folder', () => {
    expect(
      chosenInDialog([
        file('a.md', 'handbook/guides/a.md'),
        file('b.md', 'handbook/b.md'),
        file('c.md', ''),
      ]).map(({ path }) => path),
    ).toEqual(['guides/a.md', 'b.md', 'c.md'])
  })
})
