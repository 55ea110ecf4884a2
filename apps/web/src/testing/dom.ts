import { Window } from 'happy-dom'

/** Of the window even where Node.js has its own. All timers, so that none of a page outlives it. */
const ofWindow = new Set([
  'Blob',
  'CustomEvent',
  'Event',
  'EventTarget',
  'File',
  'MessageEvent',
  'clearInterval',
  'clearTimeout',
  'navigator',
  'setInterval',
  'setTimeout',
])
const ofNode = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !ofWindow.has(name)))

const shell = '<link rel="icon" href="/assets/ken.svg"><div id="app"></div>'

let current = newWindow('http://localhost/')

function newWindow(url: string): Window {
  const window = new Window({ url, width: 1_000, height: 800 })
  window.document.body.innerHTML = shell
  return window
}

const nodes = current.Node.prototype
/** The console replaces them for its page, and all windows share them. */
// oxlint-disable-next-line typescript/unbound-method -- put back as they were
const originals = { insertBefore: nodes.insertBefore, removeChild: nodes.removeChild }
// In browsers, the value of a text is a property of all nodes.
Object.defineProperty(nodes, 'nodeValue', {
  configurable: true,
  get(this: { readonly data?: string }) {
    return this.data ?? null
  },
  set(this: { data?: string }, value: string | null) {
    if (this.data !== undefined) this.data = value ?? ''
  },
})

// The DOM has no popovers yet.
for (const [name, newState] of [
  ['showPopover', 'open'],
  ['hidePopover', 'closed'],
] as const)
  Object.defineProperty(current.HTMLElement.prototype, name, {
    value(this: HTMLElement) {
      // The style sheet of the DOM hides one without the attribute.
      if (this.localName === 'dialog') this.toggleAttribute('open', newState === 'open')
      this.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
    },
  })

/** Opens the shell at an address: the globals of the DOM are those of its window until the next one is opened. */
export function openWindow(url: string): Window {
  Object.assign(nodes, originals)
  current = newWindow(url)
  // Their children have another object as their parent, so that what replaces the functions finds no parent.
  for (const { prototype } of [current.HTMLFormElement, current.HTMLSelectElement])
    Object.assign(prototype, originals)
  return current
}

function namesOf(object: object | null): readonly string[] {
  if (object === null || object === Object.prototype) return []
  return [...Object.getOwnPropertyNames(object), ...namesOf(Object.getPrototypeOf(object))]
}

for (const name of new Set(namesOf(current)))
  if (!ofNode.has(name))
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        const value: unknown = Reflect.get(current, name)
        return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(current) : value
      },
      set(value) {
        Reflect.set(current, name, value)
      },
    })
