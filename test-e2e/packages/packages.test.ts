import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overStdio } from '../support/assistant.ts'
import { fillEmbedded } from '../support/embedded.ts'
import { startKenHere } from '../support/ken-here.ts'
import { emptyHome } from '../support/ken-program.ts'
import { distributedWorld, ownerEmail, ownerPassword } from '../support/distributed.ts'
import { post } from '../support/surface.ts'
import {
  examplesIn,
  installAll,
  libraries,
  loadAll,
  packAll,
  root,
  run,
  tarballOf,
} from './packed.ts'
import { everything, portalDependencies, seenIn, startPortal, writeExamples } from './portal.ts'

const home = emptyHome()
afterAll(home.remove)
const packed = join(home.path, 'packed')
const project = join(home.path, 'project')
const names = [...libraries.keys()]
/** To build, install and compile all packages, on a slow machine that is busy. */
const wholeBuildMs = 240_000
/** For an assistant to wait for its tools. They start in less than a second, on a busy machine in several. */
const toolsStartMsMax = 15_000
/** Several programs load the same packages. */
const compileCache = { NODE_COMPILE_CACHE: join(home.path, 'compiled') }

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: false,
  // Node.js runs the examples as they are.
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
}

beforeAll(async () => {
  await packAll(packed)
  await installAll(project, packed, portalDependencies)
}, wholeBuildMs)

const filesOf = async (name: string): Promise<readonly string[]> => {
  const listed = await run('tar', ['-tzf', tarballOf(packed, name)], root)
  return listed.trim().split('\n').toSorted()
}

describe('a packed package', () => {
  it.for(names)('has what its readers need and nothing else: %s', async (name) => {
    const files = await filesOf(name)
    for (const file of ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'])
      expect(files).toContain(`package/${file}`)
    expect(files.filter((file) => /\.test\.|\/testing\/|tsbuildinfo|tsconfig/.test(file))).toEqual(
      [],
    )
    // The bundles have the code of all packages, and that of others.
    const options = [
      '--exclude=package/dist/program',
      '--exclude=package/dist/web',
      '-xzOf',
      tarballOf(packed, name),
    ]
    const content = await run('tar', options, root)
    expect(content.match(/\bR\d{1,3}\b/g)).toBe(null)
    const manifest = JSON.parse(
      readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/\w/),
      license: 'Apache-2.0',
      type: 'module',
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    })
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/)
  })
})

/** Of the JavaScript of the client, compressed, in bytes: it is part of pages. A surface has a file of its own. */
const clientBytesMax = 6 * 1024
const surfaceBytesMax = 2 * 1024

/** The compressed size of files of the client. */
async function clientBytes(files: readonly string[]): Promise<number> {
  const script = await run('tar', ['-xzOf', tarballOf(packed, '@ken/client'), ...files], root)
  return gzipSync(script).length
}

it('the client is small and depends only on a parser of server-sent events', async () => {
  const files = (await filesOf('@ken/client')).filter((file) => file.endsWith('.js'))
  const ofSurfaces = files.filter((file) => file.includes('/surface/'))
  expect(await clientBytes(files.filter((file) => !ofSurfaces.includes(file)))).toBeLessThan(
    clientBytesMax,
  )
  expect(await clientBytes(ofSurfaces)).toBeLessThan(surfaceBytesMax)
  const manifest = readFileSync(join(project, 'node_modules/@ken/client/package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: object }
  expect(Object.keys(dependencies)).toEqual(['eventsource-parser'])
})

it('the program of an assistant carries what desktops and the registry read', async () => {
  expect(await filesOf('@ken/mcp')).toEqual(
    expect.arrayContaining([
      'package/manifest.json',
      'package/server.json',
      'package/dist/main.js',
    ]),
  )
})

it('the HTTP package carries the console, with the licences of what is in it', async () => {
  const files = await filesOf('@ken/http')
  expect(files).toContain('package/dist/web/index.html')
  expect(files.filter((file) => /web\/assets\/index-.*\.js\.br$/.test(file))).toHaveLength(1)
  const tarball = tarballOf(packed, '@ken/http')
  const licences = await run('tar', ['-xzOf', tarball, 'package/dist/web/LICENSES.md'], root)
  for (const name of ['react', 'react-dom', '@tanstack/react-router', 'lean-qr', 'lucide-react'])
    expect(licences).toContain(`## ${name} - `)
})

describe('an empty project that installs them', { timeout: wholeBuildMs }, () => {
  const examples = join(project, 'examples')
  const portals = join(examples, 'portals')

  beforeAll(async () => {
    // For an example: the bundled command line creates one.
    await fillEmbedded(join(project, 'portal-data'))
    mkdirSync(examples)
    for (const [name, folder] of libraries)
      for (const [position, code] of examplesIn(
        readFileSync(join(root, folder, 'README.md'), 'utf8'),
      ).entries())
        writeFileSync(join(examples, `${name.slice('@ken/'.length)}-${position}.ts`), code)
    writeExamples(portals, (name) => !/^next|^app\//.test(name))
    cpSync(join(root, 'docs/examples'), join(examples, 'programs'), { recursive: true })
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['examples'] }),
    )
  })

  it.for([
    { version: 7, compiler: join(root, 'node_modules/.bin/tsc'), options: ['--checkers', '1'] },
    // The declarations are checked once: that takes longest.
    {
      version: 5,
      compiler: join(root, 'packages/http/node_modules/.bin/tsc'),
      options: ['--skipLibCheck'],
    },
  ])(
    'compiles the examples of their pages, and the programs, with TypeScript $version',
    async ({ version, compiler, options }) => {
      expect(await run(compiler, ['--version'], project)).toContain(`Version ${version}.`)
      const compiled = await run(compiler, ['-p', '.', ...options], project).catch(
        (error: Error) => error.message,
      )
      // The declarations of other packages are theirs to correct.
      expect(compiled.match(/^(?:examples|node_modules\/@ken)\/.*error TS.*/gm)).toBe(null)
    },
  )

  it('loads them as ES modules, and from CommonJS', async () => {
    expect(await loadAll(process.execPath, project)).toEqual(['all\n', 'all\n'])
  })

  it.for([
    { example: 'crypto-0', printed: /^true\n/ },
    { example: 'http-1', printed: /^200\n$/ },
  ])('runs the example $example of a page to its end', async ({ example, printed }) => {
    const program = join(examples, `${example}.ts`)
    const env = { ...compileCache, KEN_BREACH_URL: '' }
    // To optimize the code of the embedded database takes longer than an example.
    const options = ['--liftoff-only', program]
    expect(await run(process.execPath, options, project, env)).toMatch(printed)
  })

  it('runs the command line', async () => {
    const program = join(project, 'node_modules/.bin/ken')
    const { version } = JSON.parse(
      readFileSync(join(root, 'packages/cli/package.json'), 'utf8'),
    ) as { version: string }
    expect(await run(program, ['--version'], project)).toBe(`${version}\n`)
  })

  describe('the bundled command line', () => {
    const cli = join(project, 'node_modules/@ken/cli')
    const bundle = join(cli, 'dist/program')
    const settings = { HOME: project, KEN_DATA_DIR: join(project, 'data'), KEN_BREACH_URL: '' }
    const ken = (args: readonly string[]) =>
      run(join(project, 'node_modules/.bin/ken'), args, project, settings)

    it('does what its modules do', async () => {
      const modules = join(cli, 'dist/main.js')
      for (const args of [['--help'], ['openapi'], ['users', 'invite', '--help']])
        expect(await ken(args)).toBe(
          await run(process.execPath, [modules, ...args], project, settings),
        )
    })

    it('finds what lies beside its modules: native code, the embedded database, workers, documents', async () => {
      const program = join(bundle, 'main.js')
      const portal = await startPortal(
        // To optimize the code of the embedded database takes longer than this test.
        [process.execPath, '--liftoff-only', program, 'start', '--sample'],
        project,
        settings,
        { isMounted: false },
      )
      const owner = { email: ownerEmail, password: ownerPassword }
      expect((await post(`${portal.url}/setup`, owner)).status).toBe(201)
      const style = await fetch(`${portal.url}/assets/ken.css`)
      expect([style.status, style.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('css'),
      ])
      expect(await portal.stop()).toBe(0)
    })

    it('has the licence of each package in it, and no path of the machine that built it', () => {
      const maps = readdirSync(bundle).filter((file) => file.endsWith('.map'))
      const sources = maps.flatMap(
        (file) =>
          (JSON.parse(readFileSync(join(bundle, file), 'utf8')) as { sources: string[] }).sources,
      )
      const bundled = new Set(
        sources.flatMap(
          (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
        ),
      )
      const licences = readFileSync(join(bundle, 'LICENSES.txt'), 'utf8')
      expect(bundled.size).toBeGreaterThan(50)
      expect(
        [...bundled].filter(
          (name) => !licences.includes(`\n${name} `) && !licences.startsWith(`${name} `),
        ),
      ).toEqual([])
      for (const file of readdirSync(bundle))
        expect(readFileSync(join(bundle, file), 'utf8')).not.toContain(root)
    })
  })

  it('runs the client in plain JavaScript', async () => {
    const program = `import { createKenClient } from '@ken/client'
      const fetch = async () => Response.json({ setup_needed: false })
      console.log(JSON.stringify(await createKenClient({ baseUrl: 'https://ken.example.com', fetch }).options()))`
    writeFileSync(join(project, 'program.mjs'), program)
    expect(await run(process.execPath, ['program.mjs'], project)).toBe('{"setup_needed":false}\n')
  })

  it('runs the client of surfaces in plain JavaScript', async () => {
    const program = `import { createSurfaceClient, KenBusy } from '@ken/client/surface'
      const refusal = { status: 429, headers: { 'retry-after': '7' } }
      const fetch = async () => Response.json({}, refusal)
      const surface = createSurfaceClient({ baseUrl: 'https://ken.example.com', serviceKey: 'ken_service', fetch })
      await surface.search('U1', { query: 'vpn' }).catch((error) =>
        console.log(error instanceof KenBusy, error.retryAfterSeconds))`
    writeFileSync(join(project, 'surface.mjs'), program)
    expect(await run(process.execPath, ['surface.mjs'], project)).toBe('true 7\n')
  })

  describe('with a database', () => {
    let world: Awaited<ReturnType<typeof distributedWorld>>
    beforeAll(async () => {
      world = await distributedWorld()
      return () => world.close()
    })
    const started = (name: string) =>
      startPortal([process.execPath, join(portals, name)], project, {
        ...world.env,
        ...compileCache,
      })

    it.for(['current', 'earlier'] as const)(
      'starts the tools of an assistant, over standard input and output: %s',
      async (generation) => {
        const { key } = await world.createKey(ownerEmail)
        await using server = await startKenHere(['http'], world)
        const program = {
          command: join(project, 'node_modules/.bin/ken-mcp'),
          args: [],
          cwd: project,
        }
        const begun = performance.now()
        const assistant = await overStdio[generation]({ url: server.url, key }, program)
        const result = await assistant.call('search', { query: 'vpn' })
        expect(result.structuredContent).toEqual({ results: [], degraded: false })
        expect(performance.now() - begun).toBeLessThan(toolsStartMsMax)
        await assistant.close()
      },
    )

    it.for(['hono.ts', 'express.ts', 'fastify.ts'])(
      'serves Ken below a path, and stops in order: %s',
      async (name) => {
        const { key } = await world.createKey(ownerEmail)
        const portal = await started(name)
        const seen = await seenIn(portal, key)
        const code = await portal.stop()
        expect({ ...seen, code }).toEqual({ ...everything, code: 0 })
      },
    )

    it('searches on behalf of a person whom the portal authenticated, and refuses an inactive one', async () => {
      const [active, inactive] = await Promise.all(
        ['ada@example.com', 'bob@example.com'].map(world.addMember),
      )
      await world.sql(`update users set status = 'deactivated' where id = $1`, [inactive])
      const program = `import { ken } from './ken.ts'
        import { searchAs } from './search-as.ts'
        for (const id of process.argv.slice(2))
          console.log(await searchAs(ken.ports, id, 'vpn').catch(({ message }) => message))
        await ken.close()`
      writeFileSync(join(portals, 'search.ts'), program)
      const args = [join(portals, 'search.ts'), active!, inactive!]
      const env = { ...world.env, ...compileCache, KEN_BREACH_URL: '' }
      expect(await run(process.execPath, args, project, env)).toBe(
        '[]\nThis account cannot be used: account.forbidden\n',
      )
    })

    it('runs the worker in a process of its own', async () => {
      const worker = spawn(process.execPath, [join(portals, 'worker.ts')], {
        env: { PATH: process.env['PATH'], ...world.env, ...compileCache },
      })
      const [text] = (await once(worker.stdout, 'data')) as [Buffer]
      expect(text.toString()).toContain('The worker is ready.')
      worker.kill('SIGTERM')
      expect(await once(worker, 'close')).toEqual([0, null])
    })
  })
})
