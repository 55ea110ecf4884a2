import { anEnrolledPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { codeAt, secretOn } from '../testing/one-time-codes.ts'
import { lose } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'
import { attemptsMax } from './stages/stage-props.ts'

const email = 'eve@example.com'
const codeLabel = 'Code from your authenticator app'
const mfa = 'POST /login/mfa'

async function enrolledWorld() {
  const world = await consoleWorld()
  const { seed, recoveryCodes } = await anEnrolledPersonIn(
    {
      ...world.ports,
      oneTimeCodes: { ...world.ports.oneTimeCodes, ...world.ken.ports.oneTimeCodes },
    },
    { email },
  )
  return { world, recoveryCodes, code: () => codeAt(seed, world.ports.clock.now()) }
}

async function codeField({ page }: Visit): Promise<HTMLInputElement> {
  return page.findByLabelText<HTMLInputElement>(codeLabel)
}

/** Enters a wrong code, and waits until it is refused. */
async function enterWrong(seen: Visit, code: string): Promise<void> {
  const sent = () => seen.server.requests.filter(({ name }) => name === mfa).length
  const before = sent()
  await seen.fill(codeLabel, code)
  await waitFor(() => expect(sent()).toBe(before + 1))
}

it('asks for a code after the password: a pasted one with a space', async () => {
  const { world, code } = await enrolledWorld()
  using seen = await visit(world, '/')
  await seen.signIn(email)
  await seen.reads('Step 2 of 2')
  await enterWrong(seen, '000 001')
  await seen.reads('This code is not accepted')
  await seen.fill(codeLabel, `${code().slice(0, 3)} ${code().slice(3)}`)
  expect(await seen.find('search')).toBeDefined()
})

it('takes a recovery code instead, and says how many are left', async () => {
  const { world, recoveryCodes } = await enrolledWorld()
  using seen = await visit(world, '/')
  await seen.signIn(email)
  await seen.press('Use a recovery code')
  await seen.fill('Recovery code', ` ${recoveryCodes[0]} `)
  await seen.press('Verify')
  await seen.reads('1 recovery code is left.')
  await seen.press('Continue')
  expect(await seen.find('search')).toBeDefined()
})

it('refuses a code that was used before, and keeps it in the field', async () => {
  const { world, code } = await enrolledWorld()
  using seen = await visit(world, '/me')
  await seen.signIn(email)
  await seen.fill(codeLabel, code())
  await seen.find('heading', 'Profile')
  await seen.press('Sign out')
  await seen.reads('You are signed out.')
  await seen.signIn(email)
  await enterWrong(seen, code())
  await seen.reads('This code is not accepted')
  expect((await codeField(seen)).value).toBe(code())
})

it('counts the attempts of a step, also after Back and Forward, and says when they are used up', async () => {
  const { world } = await enrolledWorld()
  using seen = await visit(world, '/')
  await seen.click('link', 'Forgot password?')
  await seen.find('heading', 'Forgot your password?')
  await seen.click('link', 'Back to sign in')
  await seen.find('heading', 'Sign in')
  await seen.signIn(email)
  await codeField(seen)
  for (let attempts = 1; attempts <= attemptsMax; attempts += 1) {
    await enterWrong(seen, String(attempts).padStart(6, '0'))
    if (attempts !== attemptsMax - 1) continue
    history.back()
    await seen.find('heading', 'Forgot your password?')
    history.forward()
    await codeField(seen)
  }
  await seen.reads('All attempts for this step are used up.')
  expect(seen.page.getByLabelText<HTMLInputElement>('Email address').value).toBe(email)
})

it('ends a step after five minutes, counts down the last one, and starts again with the address', async () => {
  const { world } = await enrolledWorld()
  using seen = await visit(world, '/me')
  await seen.signIn(email)
  await codeField(seen)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(now + 235_000)
  await waitFor(() => expect(clock).toHaveBeenCalled())
  expect(seen.page.queryByRole('timer')).toBeNull()
  clock.mockReturnValue(now + 265_000)
  await waitFor(() => expect(seen.page.getByRole('timer').textContent).toMatch(/\ss left/))
  clock.mockReturnValue(now + 305_000)
  await seen.reads('The time for this step is over. Start again.')
  expect(seen.page.getByLabelText<HTMLInputElement>('Email address').value).toBe(email)
  expect(location.pathname).toBe('/me')
  await seen.signIn(email)
  await codeField(seen)
})

it('says after the sign-in that recovery codes exist whose response was lost', async () => {
  const world = await consoleWorld({ requiresFactor: true })
  using seen = await visit(world, '/me/security')
  seen.server.once('POST /login/mfa/confirm', lose)
  await seen.signIn(ownerEmail)
  const secret = await secretOn(seen)
  await seen.fill('Enter the code that it shows', codeAt(secret, world.ports.clock.now()))
  await seen.reads('Ken does not respond.')
  await seen.press('Enable')
  await seen.reads('two-factor authentication may be on already')
  world.ports.clock.advance(60_000)
  await seen.signIn(ownerEmail)
  await seen.fill(codeLabel, codeAt(secret, world.ports.clock.now()))
  await seen.reads('Recovery codes were created')
  expect(document.body.textContent).toContain('On, 10 recovery codes left')
})

it('asks for an enrolment where the role requires a second factor, and leads back with the address', async () => {
  using seen = await visit(await consoleWorld({ requiresFactor: true }), '/')
  await seen.signIn(ownerEmail)
  await seen.reads('Step 2 of 3')
  await seen.press('Back to sign in')
  const address = await seen.page.findByLabelText<HTMLInputElement>('Email address')
  expect(address.value).toBe(ownerEmail)
  expect(seen.page.queryByRole('search')).toBeNull()
})

it('counts down the pause that too many attempts lead to', async () => {
  using seen = await visit(await consoleWorld(), '/', undefined, (server) =>
    server.once('POST /login', async () =>
      Response.json(
        { status: 429, code: 'RATE_LIMITED', title: 'Wait.', detail: 'Wait.' },
        {
          status: 429,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
        },
      ),
    ),
  )
  await seen.signIn(ownerEmail)
  await seen.find('button', /^Again in [12]\ss$/)
  await seen.press('Sign in')
  expect(await seen.find('search')).toBeDefined()
})
