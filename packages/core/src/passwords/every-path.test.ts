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

/** Sets a password for Ada, the only person. */
type Path = (
  ports: MemoryPorts,
  password: string,
) => Promise<Result<unknown, { readonly code: string }>>

/** Every use case in which a person chooses a password. Add new ones here. */
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

const alphabet = Array.from({ length: 64 }, (_, index) =>
  String.fromCodePoint(0x4e00 + index),
).join('')
/** Passwords and the reasons for which they are rejected. */
const passwords = {
  '8 characters': { password: 'q8-Zp~w1', reasons: [] },
  '7 characters': { password: 'q8-Zp~w', reasons: ['too_short'] },
  '128 characters': { password: alphabet.repeat(2), reasons: [] },
  '129 characters': { password: `${alphabet.repeat(2)}x`, reasons: ['too_long'] },
  '128 characters of two code units': {
    password: '🙂🙃🦩🦉🐙🪴'.repeat(22).slice(0, 256),
    reasons: [],
  },
  '129 characters, two of which compose': {
    password: `${alphabet.repeat(2).slice(1)}e\u0301`,
    reasons: [],
  },
  'an empty one': { password: '', reasons: ['too_short', 'too_weak'] },
  'one repeated letter': { password: 'a'.repeat(20), reasons: ['too_weak'] },
  'letters only': { password: 'lantern quartz meadow', reasons: [] },
  'the name': { password: name, reasons: ['too_weak'] },
  'the address': { password: email, reasons: ['too_weak'] },
  'the example in refusals': { password: 'Lantern-quartz meadow violin1', reasons: ['too_weak'] },
  'a breached one': { password: 'trombone9', reasons: ['breached'] },
  'one too complex to score': { password: 'unfathomable', reasons: ['too_complex_to_check'] },
}

const { passwordStrength: strength } = memoryPorts()
const passwordStrength: PasswordStrength = {
  score: async (password, words) =>
    password === 'unfathomable' ? 'too_complex' : strength.score(password, words),
}

it.each(Object.entries(paths))(
  'R16 %s applies the same policy as every other path',
  async (_, set) => {
    const outcomes = await Promise.all(
      Object.entries(passwords).map(async ([kind, { password }]) => {
        const ports = memoryPorts({
          breachedPasswords: memoryBreachedPasswords('trombone9'),
          passwordStrength,
        })
        const outcome = await set(ports, password)
        if (outcome.ok) return { kind, reasons: [] }
        const { code, reasons } = outcome.error as {
          readonly code: string
          readonly reasons?: readonly string[]
        }
        return { kind, reasons: reasons ?? code }
      }),
    )
    expect(outcomes).toEqual(
      Object.entries(passwords).map(([kind, { reasons }]) => ({ kind, reasons })),
    )
  },
)
