import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { newContext } from '../console/support/browser.ts'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { fillStatements } from './lists/fill-lists.ts'
import { median } from './process-figures.ts'

const scale = { people: 100_000, entries: 1_000_000, keys: 10_000, invitations: 100_000 }
const credentials = { email: ownerEmail, password: ownerPassword }
const [requestsPerList, paints, pageTurns, responsesPerAct] = [100, 5, 200, 10]
/** The cache keeps a page for 30 s after it was left. */
const forgottenMs = 40_000

const screens = [
  '/',
  '/me',
  '/me/security',
  '/me/keys',
  '/me/chats',
  '/admin/people',
  '/admin/invitations',
  '/admin/invitations/imports',
  '/admin/groups',
  '/admin/keys',
  '/admin/knowledge',
  '/admin/team-chat',
  '/admin/audit',
  '/admin/settings',
  '/admin/system',
] as const
const longLists = ['/admin/people', '/admin/invitations', '/admin/keys', '/admin/audit'] as const
const requests = [
  '/users',
  '/users?q=ann',
  '/users/summary',
  '/users/suggest?q=an',
  '/invitations',
  '/invitations/imports',
  '/groups',
  '/keys',
  '/keys?q=ann',
  '/keys?unused_for_days=90',
  '/knowledge/sources',
  '/audit',
  '/audit?outcome=failure&action=key',
  '/audit/chain',
  '/audit/count',
  '/system',
] as const

/** The console on 100,000 people and 1,000,000 audit entries: server times, requests, elements, and how soon it responds. */
export async function consoleScreens(): Promise<unknown> {
  await using world = await filledWorld()
  await using ken = await startKen(['http'], world)
  return {
    serverMs: await serverTimes(ken),
    screens: await counts(ken),
    responses: await responseTimes(ken),
  }
}

/** The paints of the screens, and how long their scripts block the page. */
export async function consolePaints(): Promise<unknown> {
  await using world = await filledWorld()
  await using ken = await startKen(['http'], world)
  return await paintTimes(ken)
}

/** The memory of the page over page turns of a million audit entries. */
export async function consoleMemory(): Promise<unknown> {
  await using world = await filledWorld()
  await using ken = await startKen(['http'], world)
  return { heapMb: await heapOverPageTurns(ken) }
}

async function filledWorld(): Promise<World> {
  const world = await distributedWorld({ redis: true })
  await world.sql(`update org_settings set mfa_required_roles = '{}'`)
  for (const statement of Object.values(fillStatements(scale))) await world.sql(statement)
  await world.sql('analyze')
  return world
}

async function serverTimes(ken: Server): Promise<unknown> {
  const headers = bearer((await sessionOf(ken, credentials)).token)
  const times: { [path: string]: { readonly median: number; readonly p95: number } } = {}
  for (const path of requests) {
    const taken: number[] = []
    for (let request = 0; request < requestsPerList; request += 1) {
      const started = performance.now()
      const response = await fetch(`${ken.url}/api/v1/admin${path}`, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      taken.push(performance.now() - started)
    }
    const sorted = taken.toSorted((one, other) => one - other)
    times[path] = { median: rounded(median(taken)), p95: rounded(sorted[requestsPerList * 0.95]!) }
  }
  return times
}

/** Requests of the screen itself, and elements; of long lists with 100 rows. */
async function counts(ken: Server): Promise<unknown> {
  const context = await signedIn(ken)
  const counted: { [path: string]: unknown } = {}
  for (const path of [...screens, ...longLists.map((list) => `${list}?limit=100` as const)]) {
    const page = await context.newPage()
    let sent = 0
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|public)\//.test(pathname) && pathname !== '/api/v1/me') sent += 1
    })
    await open(page, ken.url + path)
    counted[path] = { requests: sent, elements: await page.locator('*').count() }
    await page.close()
  }
  await context.close()
  return counted
}

// Text, as these run in the browser.
const watchPaints = `
  window.seen = { largest: 0, shift: 0, blocking: 0 }
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
  watch('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - 50) })`
const readPaints = `({ first: performance.getEntriesByName('first-paint')[0].startTime, ...seen })`
type Paints = Record<'first' | 'largest' | 'shift' | 'blocking', number>

/** With a processor that is 4 times slower, 1.6 Mbit/s and 150 ms. */
async function paintTimes(ken: Server): Promise<unknown> {
  const painted: { [path: string]: unknown } = {}
  for (const path of ['sign-in', ...screens]) {
    const seen: Paints[] = []
    for (let paint = 0; paint < paints; paint += 1) {
      const context = path === 'sign-in' ? await newContext() : await signedIn(ken)
      const page = await context.newPage()
      await page.addInitScript(watchPaints)
      await slowDown(await context.newCDPSession(page))
      await open(page, path === 'sign-in' ? ken.url : ken.url + path)
      seen.push(await page.evaluate<Paints>(readPaints))
      await context.close()
    }
    const blocking = seen.map((paint) => Math.round(paint.blocking))
    console.error(`${path}: blocked for ${blocking.join(', ')} ms`)
    painted[path] = {
      firstMs: Math.round(median(seen.map(({ first }) => first))),
      largestMs: Math.round(median(seen.map(({ largest }) => largest))),
      blockingMs: median(blocking),
      shift: Math.max(...seen.map(({ shift }) => shift)),
    }
  }
  return painted
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const watchResponses = `
  window.responses = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) responses.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** From a key or press until the next frame is there, in steps of 8 ms, with 100 rows and a processor that is 4 times slower. */
async function responseTimes(ken: Server): Promise<unknown> {
  const context = await signedIn(ken)
  const page = await context.newPage()
  await page.addInitScript(watchResponses)
  await open(page, `${ken.url}/admin/people?limit=100`)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const press = (key: string) => page.keyboard.press(key)
  const acts = {
    select: (time: number) => page.locator('tbody input').nth(time).click(),
    openMenu: (time: number) => page.locator('[aria-haspopup=menu]').nth(time).click(),
    closeMenu: () => press('Escape'),
    nextRow: () => press('j'),
    openPalette: () => press('Control+k'),
    type: () => press('p'),
    closePalette: () => press('Escape'),
  }
  const taken: { [name: string]: number[] } = {}
  for (let time = 0; time < responsesPerAct; time += 1) {
    for (const [name, act] of Object.entries(acts)) {
      await page.evaluate('responses.length = 0')
      await act(time)
      await page.waitForTimeout(500)
      const longest = await page.evaluate<number>('Math.max(0, ...responses)')
      taken[name] = [...(taken[name] ?? []), longest]
    }
  }
  await context.close()
  return Object.fromEntries(
    Object.entries(taken).map(([name, times]) => [
      name,
      { median: median(times), most: Math.max(...times) },
    ]),
  )
}

/** Twice as many page turns, each followed by the time that the cache needs to forget; then signed out. */
async function heapOverPageTurns(ken: Server): Promise<unknown> {
  const context = await signedIn(ken)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await open(page, `${ken.url}/admin/audit`)
  const turn = async () => {
    for (let turned = 0; turned < pageTurns; turned += 1) {
      const address = page.url()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.waitForURL(({ href }) => href !== address)
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    }
    await page.waitForTimeout(forgottenMs)
    return heapOf(session)
  }
  const heap = { atFirst: await heapOf(session), turned: await turn(), turnedAgain: await turn() }
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email address').waitFor()
  const signedOut = await heapOf(session)
  await context.close()
  return { ...heap, signedOut }
}

async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return Number((usedSize / 1_048_576).toFixed(2))
}

async function signedIn(ken: Server): Promise<BrowserContext> {
  const context = await newContext()
  await context.request.post(`${ken.url}/login`, { data: credentials })
  return context
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  // First, because a wait for an element runs scripts of its own in the page.
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const rounded = (milliseconds: number): number => Number(milliseconds.toFixed(1))
