import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Of each package and of each of its lines, the first release without a fault that matters to Ken. Newer lines are newer. */
const floors: { readonly [name: string]: readonly string[] } = {
  hono: ['4.12.34'],
  '@hono/node-server': ['2.0.10'],
  ws: ['8.21.0'],
  nodemailer: ['9.0.1'],
  kysely: ['0.28.17'],
  undici: ['7.29.0', '8.9.0'],
}
/**
 * The lines of Node with long-term security support, each from the release that has the fixes of July 2026 (CVE-2026-56846,
 * CVE-2026-56848) and with them those of March (CVE-2026-21710). Those of October are in 22.23.4, 24.22.1 and 26.12.1.
 */
const nodeFloors = ['22.23.2', '24.18.1', '26.5.1']

const root = new URL('../..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** Every version of a package in the lockfile, those included that only other packages use. */
function lockedVersions(name: string): readonly string[] {
  const lockfile = read('pnpm-lock.yaml')
  const packages = lockfile.slice(
    lockfile.indexOf('\npackages:\n'),
    lockfile.indexOf('\nsnapshots:\n'),
  )
  const entries = packages.matchAll(/^ {2}'?(@?[^@'\s]+)@(\d[^:'\s]*)'?:/gm)
  return [...entries].flatMap(([, found, version]) =>
    found === name && version !== undefined ? [version] : [],
  )
}

const numbersOf = (version: string): readonly number[] =>
  version.split('.').map((part) => Number.parseInt(part, 10))

/** Below zero when the first version is older. */
function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  return (
    [0, 1, 2]
      .map((place) => (left[place] ?? 0) - (right[place] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  )
}

const isSameLine = (one: string, other: string): boolean =>
  numbersOf(one)[0] === numbersOf(other)[0]

function isAboveFloor(version: string, lines: readonly string[]): boolean {
  const floor = lines.find((line) => isSameLine(line, version)) ?? lines.at(-1)!
  return compare(version, floor) >= 0
}

/** Whether a release of Node is of a line with long-term support, and not below its floor. */
function isNodeSupported(version: string): boolean {
  const floor = nodeFloors.find((line) => isSameLine(line, version))
  return floor !== undefined && compare(version, floor) >= 0
}

describe('R81 the version floor', () => {
  it.each(Object.entries(floors))('%s is not below %j, wherever it is used', (name, lines) => {
    const versions = lockedVersions(name)
    expect(versions).not.toEqual([])
    expect(versions.filter((version) => !isAboveFloor(version, lines))).toEqual([])
  })

  it('Node is of a line that gets security fixes, both installed and running', () => {
    const { node = '' } = (
      JSON.parse(read('package.json')) as { devDependencies: { node?: string } }
    ).devDependencies
    expect(lockedVersions('node')).toEqual([node])
    expect([node, process.versions.node].filter((version) => !isNodeSupported(version))).toEqual([])
  })

  it('published packages name the same floors', () => {
    const [last = '', ...earlier] = nodeFloors.toReversed()
    const node = [...earlier.toReversed().map((floor) => `^${floor}`), `>=${last}`].join(' || ')
    const engines = globSync('packages/*/package.json', { cwd: root }).map(
      (path) => (JSON.parse(read(path)) as { readonly engines?: object }).engines,
    )
    expect(engines.filter((named) => named !== undefined).length).toBeGreaterThan(10)
    for (const named of engines) expect(named ?? { node }).toEqual({ node })
  })

  it('refuses a Node below the floor of its line, and lines without long-term support', () => {
    for (const version of [
      '22.23.1',
      '24.14.1',
      '24.18.0',
      '26.0.0',
      '20.20.2',
      '23.11.1',
      '25.9.0',
      '28.0.0',
    ])
      expect([version, isNodeSupported(version)]).toEqual([version, false])
    for (const version of [...nodeFloors, '22.24.0', '24.18.2'])
      expect([version, isNodeSupported(version)]).toEqual([version, true])
  })

  it('distinguishes an older release from a newer one in each line', () => {
    for (const older of ['0.28.16', '0.9.99']) expect(isAboveFloor(older, ['0.28.17'])).toBe(false)
    for (const newer of ['0.28.17', '0.29.0', '1.0.0'])
      expect(isAboveFloor(newer, ['0.28.17'])).toBe(true)
    for (const older of ['6.99.0', '7.28.9', '8.8.9'])
      expect(isAboveFloor(older, ['7.29.0', '8.9.0'])).toBe(false)
    for (const newer of ['7.29.0', '8.9.0', '9.0.0'])
      expect(isAboveFloor(newer, ['7.29.0', '8.9.0'])).toBe(true)
  })
})
