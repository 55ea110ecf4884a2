import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { Window } from 'happy-dom'
import { onTestFinished } from 'vitest'
import type { ApiApp } from '../api-context.ts'

/** A page in a simulated browser, with what a person can see and do. */
export type OpenedPage = {
  readonly element: (id: string) => PageElement
  readonly textOf: (id: string) => string
  readonly isShown: (id: string) => boolean
  /** Whether the first element of a selector has the focus. */
  readonly hasFocus: (selector: string) => boolean
  /** The URL in the address bar. */
  readonly address: () => string
  /** Every path that the page has requested. */
  readonly requestedPaths: readonly string[]
  /** From now on Ken does not respond, or does again. */
  readonly setUnavailable: (isUnavailable: boolean) => void
  /** Fills in a form, submits it and waits until the page is idle. */
  readonly send: (form: string, values: { readonly [name: string]: string }) => Promise<void>
}

type PageElement = NonNullable<ReturnType<Window['document']['getElementById']>>

/** Opens a page in a new window until the end of the test. `isUnavailable`: Ken responds only with the page. */
export async function openedPage(
  app: ApiApp,
  path: string,
  { isUnavailable = false } = {},
): Promise<OpenedPage> {
  const window = new Window({ url: `http://ken.example.com${path}` })
  onTestFinished(() => window.happyDOM.close())
  const { document, location } = window
  const text = await (await app.request(path)).text()
  document.write(text)

  const [requestedPaths, state] = [[] as string[], { isUnavailable }]
  let pending: Promise<unknown> = Promise.resolve()
  const fetch = (target: string, init: RequestInit) => {
    requestedPaths.push(target)
    const response = state.isUnavailable
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(app.request(target, init))
    pending = response.catch(() => {})
    return response
  }
  const settled = async () => {
    for (let last = null; last !== pending; await new Promise((resolve) => setImmediate(resolve)))
      await (last = pending)
  }
  const { history, FormData } = window
  const addEventListener = window.addEventListener.bind(window)
  runInContext(
    scriptOf(text),
    createContext({ document, location, history, addEventListener, fetch, FormData }),
  )
  await settled()

  const element = (id: string) => document.getElementById(id)!
  return {
    requestedPaths,
    element,
    textOf: (id) => element(id).textContent,
    isShown: (id) => element(id).closest('[hidden]') === null,
    hasFocus: (selector) => document.activeElement === document.querySelector(selector),
    address: () => location.href,
    setUnavailable: (away) => void (state.isUnavailable = away),
    send: async (form, values) => {
      for (const [name, value] of Object.entries(values)) element(name).setAttribute('value', value)
      element(form).dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
      await settled()
    },
  }
}

/** Bundles the script of a page with its imported modules. */
function scriptOf(text: string): string {
  const read = new Set<string>()
  const modules: string[] = []
  const add = (name: string) => {
    if (read.has(name)) return
    read.add(name)
    const source = readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8')
    for (const [, imported] of source.matchAll(/^import .* from '\.\/([\w.]+)'$/gm)) add(imported!)
    modules.push(source.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
  }
  for (const [, name] of text.matchAll(/<script type="module" src="\/assets\/([\w.]+)"/g))
    add(name!)
  return modules.join('\n')
}
