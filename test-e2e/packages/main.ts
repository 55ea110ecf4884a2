import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { emptyHome } from '../support/ken-program.ts'
import { installAll, loadAll, packAll, run } from './packed.ts'
import {
  everything,
  portalDependencies,
  seenIn,
  startPortal,
  writeExamples,
  type Portal,
} from './portal.ts'

/**
 * Checks what the tests leave out because it takes minutes: the packed packages on every supported line of Node.js, in four
 * portals, and the time that `ken start` takes in an empty folder. Prints one line of JSON for each.
 */
const nodeVersions = ['22.23.3', '24.21.0', '26.10.0']
const nextDependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }
const tools = { typescript: '5.9.3', '@types/react': '19.3.0' }

const print = (result: object) => console.log(JSON.stringify(result))

async function checkPortal(name: string, node: string, starting: Promise<Portal>, key: string) {
  const portal = await starting
  const seen = await seenIn(portal, key)
  const code = await portal.stop()
  const expected = JSON.stringify(everything)
  print({ portal: name, node, works: JSON.stringify(seen) === expected, code })
  if (JSON.stringify(seen) !== expected)
    throw new Error(`${name} on ${node}: ${JSON.stringify(seen)}`)
}

/** How long `ken start` takes until it is ready: with a new database, and once more. */
async function checkStart(node: string, project: string): Promise<void> {
  using home = emptyHome()
  const milliseconds: number[] = []
  const program = join(project, 'node_modules/@ken/cli/dist/main.js')
  for (const args of [['start', '--sample'], ['start']]) {
    const begun = performance.now()
    const portal = await startPortal([node, program, ...args], home.path, {}, { isMounted: false })
    milliseconds.push(Math.round(performance.now() - begun))
    await portal.stop()
  }
  print({ program: 'ken start', node: await versionOf(node), milliseconds })
}

const versionOf = async (node: string) => (await run(node, ['--version'], '.')).trim()

/** A Next.js portal with a page of its own. */
async function buildNext(folder: string, packed: string): Promise<void> {
  await installAll(folder, packed, { ...nextDependencies, ...tools, '@types/node': '24.19.2' })
  writeExamples(folder, (name) => /^next|^app\//.test(name))
  mkdirSync(join(folder, 'app'), { recursive: true })
  const layout = `export default ({ children }: any) => <html><body>{children}</body></html>`
  writeFileSync(join(folder, 'app/layout.tsx'), layout)
  writeFileSync(join(folder, 'app/route.ts'), `export const GET = () => new Response('The portal')`)
  await run(join(folder, 'node_modules/.bin/next'), ['build'], folder, {
    NEXT_TELEMETRY_DISABLED: '1',
  })
}

async function main(): Promise<void> {
  using home = emptyHome()
  const at = (...names: string[]) => join(home.path, ...names)
  await packAll(at('packed'))
  await installAll(at('portal'), at('packed'), portalDependencies)
  writeExamples(at('portal'), (name) => !/^next|^app\//.test(name))
  await buildNext(at('next'), at('packed'))
  await using world = await distributedWorld()
  const { key } = await world.createKey(ownerEmail)
  for (const version of nodeVersions) {
    await run(
      'npm',
      ['install', '--no-save', '--prefix', at(version), `node@${version}`],
      home.path,
    )
    const node = at(version, 'node_modules/node/bin/node')
    const [module, commonJs] = await loadAll(node, at('portal'))
    print({ node: version, module, commonJs })
    await checkStart(node, at('portal'))
    for (const name of ['hono', 'express', 'fastify']) {
      const program = at('portal', `${name}.ts`)
      await checkPortal(name, version, startPortal([node, program], at('portal'), world.env), key)
    }
    const next = [node, at('next/node_modules/next/dist/bin/next'), 'start'] as const
    await checkPortal('next', version, startPortal(next, at('next'), world.env), key)
  }
}

await main()
