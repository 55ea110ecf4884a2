import { expect, it } from 'vitest'
import { setUpOwner } from '../setup/set-up-owner.ts'
import { operator, type Anonymous } from '../model/actor.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import type { PasswordStrength } from '../ports/credentials/password-strength.ts'
import { ok, type Result } from '../model/result.ts'
import { setForcedPassword } from '../sign-in/set-forced-password.ts'
import {
  aChallengeIn,
  aDevice,
  anInvitation,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  memoryBreachedPasswords,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'
import { changePassword } from './change-password.ts'
import { resetOwnerPassword } from './reset-owner-password.ts'
import { resetPassword } from './reset-password.ts'

const [email, name] = ['ada@example.com', 'Ada Lovelace']
const actor: Anonymous = { kind: 'anonymous', via: 'web', ...anOrigin }
const person = { email, name, passwordHash: aPasswordHash }

/** Sets a password for Ada, in a world without anybody else. */
type Path = (ports: MemoryPorts, password: string) => Promise<Result<unknown, { readonly code: string }>>

/** Every way there is for somebody to choose a password. A new one has its line here. */
const paths: { readonly [path: string]: Path } = {
  setup: (ports, password) => setUpOwner(ports, { actor, email, name, password, from: aDevice }),
  'init-owner': (ports, password) => setUpOwner(ports, { actor: operator, email, name, password }),
  async invitation(ports, password) {
    const { plain: token, digest } = ports.secrets.newSecret()
    const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
    const invitation = anInvitation({ email, state: 'sent', tokenDigest: digest, expiresAt })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
    return acceptInvitation(ports, { actor, token, name, password, from: aDevice })
  },
  async change(ports, newPassword) {
    const { actor: ada } = await aPersonIn(ports, person)
    return changePassword(ports, { actor: ada, currentPassword: aPassword, newPassword })
  },
  async reset(ports, newPassword) {
    const token = await aPasswordResetIn(ports, (await aPersonIn(ports, person)).account)
    return resetPassword(ports, { actor, token, newPassword })
  },
  async 'reset-password'(ports, newPassword) {
    await aPersonIn(ports, { ...person, role: 'Owner' })
    return resetOwnerPassword(ports, { actor: operator, email, newPassword })
  },
  async 'forced change'(ports, newPassword) {
    const { account } = await aPersonIn(ports, { ...person, mustChangePassword: true })
    const challenge = await aChallengeIn(ports, account, { stage: 'password_change' })
    return setForcedPassword(ports, { ...aDevice, challenge, newPassword })
  },
}

const alphabet = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
/** What is wrong with each; nothing with those that are accepted. */
const passwords: readonly (readonly [what: string, password: string, reasons: readonly string[]])[] = [
  ['8 characters', 'q8-Zp~w1', []],
  ['7 characters', 'q8-Zp~w', ['too_short']],
  ['128 characters', alphabet.repeat(2), []],
  ['129 characters', `${alphabet.repeat(2)}x`, ['too_long']],
  ['128 characters of two code units', '🙂🙃🦩🦉🐙🪴'.repeat(22).slice(0, 256), []],
  ['129 characters of which two make one', `${alphabet.repeat(2).slice(1)}e\u0301`, []],
  ['nothing', '', ['too_short', 'too_weak']],
  ['one letter, over and over', 'a'.repeat(20), ['too_weak']],
  ['letters only', 'lantern quartz meadow', []],
  ['the name', name, ['too_weak']],
  ['the address', email, ['too_weak']],
  ['the example that refusals show', 'Lantern-quartz meadow violin1', ['too_weak']],
  ['one that was breached', 'trombone9', ['breached']],
  ['what takes too long to judge', 'unfathomable', ['too_complex_to_check']],
]

const { passwordStrength: strength } = memoryPorts()
const passwordStrength: PasswordStrength = {
  score: async (password, words) => (password === 'unfathomable' ? 'too_complex' : strength.score(password, words)),
}

it.each(Object.entries(paths))('R16 %s takes and refuses the very passwords that every other way does', async (_, set) => {
  const verdicts = await Promise.all(
    passwords.map(async ([what, password]) => {
      const ports = memoryPorts({ breachedPasswords: memoryBreachedPasswords('trombone9'), passwordStrength })
      const outcome = await set(ports, password)
      if (outcome.ok) return [what, []]
      const { code, reasons } = outcome.error as { readonly code: string; readonly reasons?: readonly string[] }
      return [what, reasons ?? code]
    }),
  )
  expect(verdicts).toEqual(passwords.map(([what, , reasons]) => [what, reasons]))
})
