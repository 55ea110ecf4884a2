import { describe, expect, it } from 'vitest'
import { releasesOf } from './changelog.ts'

const changelog = `# Changelog

## 0.2.0

### Patch Changes

- A message of
  two lines, and

  a paragraph.

### Major Changes

- The command \`ken old\` is removed.

## 0.1.0

### Minor Changes

- Keys.
`

describe('releases', () => {
  it('are read from the changelog, with what asks most of operators first', () => {
    expect(releasesOf(changelog, [])).toEqual([
      {
        version: '0.2.0',
        changes: [
          { kind: 'major', text: 'The command `ken old` is removed.' },
          { kind: 'patch', text: 'A message of two lines, and a paragraph.' },
        ],
      },
      { version: '0.1.0', changes: [{ kind: 'minor', text: 'Keys.' }] },
    ])
  })

  it('begin with what is not released yet', () => {
    const files = ['---\nken: patch\n---\n\nRepaired.\n', '---\nken: minor\n---\n\nAdded.\n']
    expect(releasesOf('# Changelog\n', files)).toEqual([
      {
        version: null,
        changes: [
          { kind: 'minor', text: 'Added.' },
          { kind: 'patch', text: 'Repaired.' },
        ],
      },
    ])
  })

  it('leave out change files that do not name the whole project', () => {
    expect(releasesOf('', ['---\n"@ken/client": patch\n---\n\nTypes.\n'])).toEqual([])
  })

  it('are no build with a kind of change that no one knows', () => {
    expect(() => releasesOf('', ['---\nken: tiny\n---\n\nOdd.\n'])).toThrow(
      '"tiny" names no kind of change.',
    )
  })
})
