import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { Window } from 'happy-dom'
import { onTestFinished } from 'vitest'
import type { SurfaceApp } from '../surface.ts'

/** A page in a browser without a screen, as far as a person sees and uses it. */
export type OpenedPage = {
  readonly element: (id: string) => PageElement
  readonly textOf: (id: string) => string
  readonly isShown: (id: string) => boolean
  /** Whether the first element of a selector is where typing goes, and where a screen reader reads. */
  readonly hasFocus: (selector: string) => boolean
  /** What the address bar shows. */
  readonly address: () => string
  /** Every path that the page has asked for. */
  readonly asked: readonly string[]
  /** From now on Ken does not answer, or does again. */
  readonly goAway: (away: boolean) => void
  /** Fills a form in and sends it, and waits for everything that follows. */
  readonly send: (form: string, values: { readonly [name: string]: string }) => Promise<void>
}

type PageElement = NonNullable<ReturnType<Window['document']['getElementById']>>

/** Opens a page of the app in a window of its own, which goes with the test. `isAway` while Ken answers nothing but the page. */
export async function openedPage(app: SurfaceApp, path: string, { isAway = false } = {}): Promise<OpenedPage> {
  const window = new Window({ url: `http://ken.example.com${path}` })
  onTestFinished(() => window.happyDOM.close())
  const { document, location } = window
  const text = await (await app.request(path)).text()
  document.write(text)

  const [asked, state] = [[] as string[], { isAway }]
  let answered: Promise<unknown> = Promise.resolve()
  const fetch = (target: string, init: RequestInit) => {
    asked.push(target)
    const answer = state.isAway ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(app.request(target, init))
    answered = answer.catch(() => {})
    return answer
  }
  const settled = async () => {
    for (let last = null; last !== answered; await new Promise((resolve) => setImmediate(resolve))) await (last = answered)
  }
  const { history, FormData } = window
  const addEventListener = window.addEventListener.bind(window)
  runInContext(scriptOf(text), createContext({ document, location, history, addEventListener, fetch, FormData }))
  await settled()

  const element = (id: string) => document.getElementById(id)!
  return {
    asked,
    element,
    textOf: (id) => element(id).textContent,
    isShown: (id) => element(id).closest('[hidden]') === null,
    hasFocus: (selector) => document.activeElement === document.querySelector(selector),
    address: () => location.href,
    goAway: (away) => void (state.isAway = away),
    send: async (form, values) => {
      for (const [name, value] of Object.entries(values)) element(name).setAttribute('value', value)
      element(form).dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
      await settled()
    },
  }
}

/** The script of a page and the modules that it imports, as one: what a browser makes of them. */
function scriptOf(text: string): string {
  const read = new Set<string>()
  const modules: string[] = []
  const add = (name: string) => {
    if (read.has(name)) return
    read.add(name)
    const source = readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
    for (const [, imported] of source.matchAll(/^import .* from '\.\/([\w.]+)'$/gm)) add(imported!)
    modules.push(source.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
  }
  for (const [, name] of text.matchAll(/<script type="module" src="\/assets\/([\w.]+)"/g)) add(name!)
  return modules.join('\n')
}
