import {
  configure,
  fireEvent,
  queries,
  waitFor,
  within,
  type BoundFunctions,
  type ByRoleMatcher,
} from '@testing-library/dom'
import { aPassword } from '@ken/core/testing'
import { expect, vi } from 'vitest'
import { owner, type HttpWorld } from '@ken/http/testing'
import { startConsole } from '../start-console.tsx'
import { openWindow } from './dom.ts'
import { expire, serverOf, type Server } from './server.ts'

configure({
  asyncUtilTimeout: 30_000,
  // Without the whole tree of the page.
  getElementError: (message) => new Error(`${message}\n${textOf(document.body)}`),
})
const fields = 'input, textarea, select'

type Name = string | RegExp

/** What a person does in a page, and sees. */
type Actions = {
  readonly page: BoundFunctions<typeof queries>
  /** Waits until the page, or a part of it, has a text, however its elements divide it. */
  readonly reads: (text: Name, part?: HTMLElement) => Promise<void>
  readonly find: (role: ByRoleMatcher, name?: Name, part?: HTMLElement) => Promise<HTMLElement>
  /** Clicks an element once it is not off. */
  readonly click: (role: ByRoleMatcher, name: Name, part?: HTMLElement) => Promise<void>
  readonly press: (button: Name, part?: HTMLElement) => Promise<void>
  readonly fill: (label: Name, text: string) => Promise<void>
  readonly check: (label: Name) => Promise<void>
  readonly select: (label: Name, value: string) => Promise<void>
  /** Chooses files in a field. */
  readonly choose: (label: Name, ...files: readonly File[]) => Promise<void>
}

/** The console in a page without layout. */
export type Visit = Disposable &
  Actions & {
    readonly server: Server
    /** The questions before the page was left. */
    readonly questions: readonly string[]
    /** What the person says to them. */
    readonly says: { yes: boolean }
    /** Whether the browser may close the page without a question. */
    readonly mayClose: () => boolean
    readonly signIn: (email: string) => Promise<void>
    /** Ends the session on the server, and waits until the page has noticed. */
    readonly endSession: () => Promise<void>
  }

/**
 * Opens an address of the console, as the person with an email address or as one who is not signed in; `prepare` may have
 * responses of the server ready.
 */
export async function visit(
  world: HttpWorld,
  path: string,
  email?: string,
  prepare: (server: Server) => void = () => {},
): Promise<Visit> {
  const errors = vi.spyOn(console, 'error')
  const server = serverOf(world)
  const window = openWindow(`http://ken.example.com${path}`)
  const questions: string[] = []
  const says = { yes: true }
  Object.assign(window, {
    confirm: (question: string) => questions.push(question) > 0 && says.yes,
  })
  vi.stubGlobal('fetch', server.fetch)
  if (email !== undefined) await signInAt(server, email)
  prepare(server)
  startConsole()
  const person = actions(within(document.body, queries))
  return {
    ...person,
    server,
    questions,
    says,
    mayClose: () => dispatchEvent(new Event('beforeunload', { cancelable: true })),
    async signIn(address) {
      await person.fill('Email address', address)
      await person.fill('Password', passwordOf(address))
      await person.press('Sign in')
    },
    async endSession() {
      // The page does not read again what it is reading.
      await waitFor(() => expect(server.reading()).toBe(0))
      server.forget()
      server.once('GET /api/v1/me', expire)
      dispatchEvent(new Event('visibilitychange'))
      await person.page.findByText(/You were signed out, because the session has ended/)
    },
    [Symbol.dispose]() {
      // As the browser leaves a page that may come back.
      dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
      void window.happyDOM.abort()
      vi.unstubAllGlobals()
      expect.soft(errors.mock.calls).toEqual([])
      errors.mockRestore()
    },
  }
}

const reads: Actions['reads'] = (text, part) =>
  waitFor(() => expect(textOf(part ?? document.body)).toMatch(text))

function actions(page: Visit['page']): Actions {
  const inside = (part?: HTMLElement) => (part === undefined ? page : within(part, queries))
  const find: Actions['find'] = (role, name, part) =>
    inside(part).findByRole(role, name === undefined ? {} : { name })
  const click: Actions['click'] = async (role, name, part) => {
    const target = await waitFor(() => {
      const found = inside(part).getByRole(role, { name })
      expect([name, found.getAttribute('aria-disabled')]).not.toEqual([name, 'true'])
      return found
    })
    target.focus()
    target.click()
  }
  const field = (label: Name) => page.findByLabelText(label, { selector: fields })
  return {
    page,
    reads,
    find,
    click,
    press: (button, part) => click('button', button, part),
    fill: async (label, value) => void fireEvent.input(await field(label), { target: { value } }),
    check: async (label) => (await field(label)).click(),
    select: async (label, value) =>
      void fireEvent.change(await field(label), { target: { value } }),
    choose: async (label, ...files) =>
      void fireEvent.change(await field(label), { target: { files } }),
  }
}

/** The text of an element, in one line. */
const textOf = ({ textContent }: HTMLElement): string => textContent.replaceAll(/\s+/g, ' ')

const passwordOf = (email: string): string => (email === owner.email ? owner.password : aPassword)

async function signInAt(server: Server, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: passwordOf(email) })
  const headers = { 'content-type': 'application/json' }
  const response = await server.fetch('/login', { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ status: 'signed_in' })
}
