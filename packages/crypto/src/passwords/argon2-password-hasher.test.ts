import { Unavailable } from '@ken/core/ports'
import { lookup } from 'node:dns/promises'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import {
  argon2Hashers,
  argon2ParametersMin,
  argon2PasswordHasher,
} from './argon2-password-hasher.ts'

/** For guarantees that do not depend on the cost. */
const cheap = { parameters: { memoryKib: 64, iterations: 1, parallelism: 1 } }

const password = 'pässword ключ 🔑'
/** Computed by OpenSSL. */
const foreignHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$pq2Tb31UODqRSanUjfGL0DI+REC6q4w6+bPzp1QF2Tc'
/** With the default parameters. */
const ofToday = foreignHash
/** Of the version before the current one, 16. */
const olderHash =
  '$argon2id$v=16$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$VsDszChpmeItkU9A5h0G9c9R/dECBS2gMsw9JTyrQw0'
const foreignStrongHash =
  '$argon2id$v=19$m=65536,t=3,p=4$AAECAwQFBgcICQoLDA0ODw$fjm6RPC7BAjd5ghJpjxzuOxvSEzTJCzJdBstKYf6G1k'

type Work = () => Promise<unknown>

/**
 * Processor time of each work in milliseconds, the least of seven runs. They take turns, because other processes make
 * the same work take longer at times.
 */
async function leastCpuMs<Works extends readonly Work[]>(
  ...works: Works
): Promise<{ [Place in keyof Works]: number }> {
  const least = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 7; round += 1)
    for (const [place, work] of works.entries()) {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      least[place] = Math.min(least[place]!, (user + system) / 1_000)
    }
  return least as { [Place in keyof Works]: number } // One for each work.
}

describe('hash', () => {
  it('R14 writes argon2id with m=19456, t=2, p=1 and a new 16-byte salt as a PHC string', async () => {
    const hasher = argon2PasswordHasher()
    const hashes = await Promise.all([hasher.hash(password), hasher.hash(password)])
    for (const hash of hashes)
      expect(hash).toMatch(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      )
    expect(new Set(hashes.map((hash) => hash.split('$')[4])).size).toBe(2)
    expect(await hasher.verify(password, hashes[0])).toBe(true)
    expect(await hasher.verify(`${password}!`, hashes[0])).toBe(false)
  })

  it('R12 refuses a burst beyond the queue before the first hash is done, and works again afterwards', async () => {
    const hasher = argon2PasswordHasher({ concurrencyMax: 1, queueMax: 2 })
    const settled: string[] = []
    await Promise.all(
      Array.from({ length: 100 }, () =>
        hasher.hash(password).then(
          () => settled.push('hashed'),
          (error) =>
            settled.push(
              error instanceof Unavailable
                ? `refused for ${error.retryAfterSeconds} s`
                : String(error),
            ),
        ),
      ),
    )
    expect(settled).toEqual([
      ...Array<string>(97).fill('refused for 10 s'),
      'hashed',
      'hashed',
      'hashed',
    ])
    expect(await hasher.hash(password)).toMatch(/^\$argon2id/)
  })

  it('R12 leaves a thread for DNS while the queue is full', async () => {
    const hasher = argon2PasswordHasher({ concurrencyMax: 100 })
    let hashed = 0
    const hashes = Array.from({ length: 40 }, () => hasher.hash(password).then(() => (hashed += 1)))
    await lookup('localhost')
    expect(hashed).toBeLessThan(20)
    await Promise.all(hashes)
  })

  it('refuses parameters that it could not verify later', () => {
    for (const change of [{ memoryKib: 131_073 }, { iterations: 11 }, { parallelism: 5 }]) {
      expect(() =>
        argon2PasswordHasher({ parameters: { ...cheap.parameters, ...change } }),
      ).toThrow(RangeError)
    }
  })
})

describe('argon2Hashers', () => {
  it('R159 refuse a cost below the minimum, and any above the maximum', () => {
    for (const change of [
      { memoryKib: 19_455 },
      { iterations: 1 },
      { parallelism: 0 },
      { memoryKib: 131_073 },
      { iterations: 11 },
      { parallelism: 5 },
    ])
      expect(() => argon2Hashers({ parameters: { ...argon2ParametersMin, ...change } })).toThrow(
        /the cost of a password hash must be at (least m=19456 KiB, t=2, p=1|most m=131072 KiB, t=10, p=4)/,
      )
  })

  it('R159 hash passwords at the chosen cost, and recovery codes at the minimum', async () => {
    const { passwordHasher, recoveryCodeHasher } = argon2Hashers({
      parameters: { memoryKib: 20_000, iterations: 3, parallelism: 2 },
    })
    expect(await passwordHasher.hash(password)).toContain('$m=20000,t=3,p=2$')
    expect(await recoveryCodeHasher.hash(password)).toContain('$m=19456,t=2,p=1$')
  })

  it('R12 share one limit, which bounds their memory', async () => {
    const hashers = argon2Hashers({ concurrencyMax: 1, queueMax: 0 })
    const busy = hashers.passwordHasher.hash(password)
    await expect(hashers.recoveryCodeHasher.hash(password)).rejects.toBeInstanceOf(Unavailable)
    await busy
  })
})

describe('verify', () => {
  it('R159 verifies hashes of version 16, so that a sign-in can replace them', async () => {
    const hasher = argon2PasswordHasher()
    expect(await hasher.verify(password, olderHash)).toBe(true)
    expect(await hasher.verify('wrong', olderHash)).toBe(false)
  })

  it('R14 verifies hashes of another implementation', async () => {
    const hasher = argon2PasswordHasher()
    expect(await hasher.verify(password, foreignHash)).toBe(true)
    expect(await hasher.verify(password, foreignStrongHash)).toBe(true)
    expect(await hasher.verify(password.normalize('NFD'), foreignHash)).toBe(false)
  })

  it('R20 does the same work for a missing account as for a wrong password, and returns false', async () => {
    const hasher = argon2PasswordHasher()
    const hash = await hasher.hash(password)
    const [wrongMs, missingMs] = await leastCpuMs(
      () => hasher.verify('wrong', hash),
      () => hasher.verify('wrong', null),
    )
    expect(missingMs / wrongMs).toBeGreaterThan(0.5)
    expect(missingMs / wrongMs).toBeLessThan(2)
    expect(await hasher.verify('', null)).toBe(false)
  })

  it('R20 does the same work for a wrong password if the hash is cheaper than new ones', async () => {
    const hasher = argon2PasswordHasher({
      parameters: { memoryKib: 16_384, iterations: 4, parallelism: 1 },
    })
    const cheaper = argon2PasswordHasher({
      parameters: { memoryKib: 4_096, iterations: 2, parallelism: 1 },
    })
    const hash = await cheaper.hash(password)
    const [missingMs, correctMs, ...wrongMs] = await leastCpuMs(
      () => hasher.verify('wrong', null),
      () => hasher.verify(password, hash),
      () => hasher.verify('wrong', hash),
      () => hasher.verify('wrong', hash.replace('t=2', 't=6')),
    )
    for (const ms of wrongMs) {
      expect(ms / missingMs).toBeGreaterThan(0.7)
      expect(ms / missingMs).toBeLessThan(1.5)
    }
    expect(correctMs / missingMs).toBeLessThan(0.5)
  })

  it('R12 counts a missing account towards the limit like any other', async () => {
    const hasher = argon2PasswordHasher({ concurrencyMax: 1, queueMax: 0 })
    const busy = hasher.verify(password, null)
    await expect(hasher.verify(password, null)).rejects.toBeInstanceOf(Unavailable)
    expect(await busy).toBe(false)
  })

  it.each([
    { name: 'm=8388608', hash: ofToday.replace('m=19456', 'm=8388608') },
    { name: 'm=4294967295', hash: ofToday.replace('m=19456', 'm=4294967295') },
    { name: 'm=131073', hash: ofToday.replace('m=19456', 'm=131073') },
    { name: 't=1000', hash: ofToday.replace('t=2', 't=1000') },
    { name: 't=4294967295', hash: ofToday.replace('t=2', 't=4294967295') },
    { name: 'p=255', hash: ofToday.replace('p=1', 'p=255') },
    {
      name: 'a salt of a megabyte',
      hash: ofToday.replace('AAECAwQFBgcICQoLDA0ODw', 'A'.repeat(1_000_000)),
    },
  ])('R14 returns false immediately for a stored hash with $name', async ({ hash }) => {
    // With the one place taken and no queue, anything that hashed would be refused instead.
    const hasher = argon2PasswordHasher({ concurrencyMax: 1, queueMax: 0 })
    const busy = hasher.hash(password)
    const residentBefore = process.memoryUsage.rss()
    expect(await hasher.verify(password, hash)).toBe(false)
    expect(process.memoryUsage.rss() - residentBefore).toBeLessThan(64 * 1024 * 1024)
    expect(hasher.isOutdated(hash)).toBe(true)
    await busy
  })

  it.each([
    { name: 'nothing', hash: '' },
    {
      name: 'another format',
      hash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    },
    { name: 'argon2i', hash: foreignHash.replace('argon2id', 'argon2i') },
    { name: 'argon2d', hash: foreignHash.replace('argon2id', 'argon2d') },
    { name: 'version 16', hash: foreignHash.replace('v=19', 'v=16') },
    { name: 'no version', hash: foreignHash.replace('v=19$', '') },
    { name: 'no parameters', hash: foreignHash.replace('m=19456,t=2,p=1', '') },
    { name: 'a negative parameter', hash: foreignHash.replace('m=19456', 'm=-1') },
    { name: 'too little memory', hash: foreignHash.replace('m=19456', 'm=1') },
    { name: 'no salt', hash: foreignHash.replace('AAECAwQFBgcICQoLDA0ODw', '') },
    { name: 'no output', hash: foreignHash.slice(0, foreignHash.lastIndexOf('$') + 1) },
    { name: 'cut output', hash: foreignHash.slice(0, -2) },
    { name: 'trailing characters', hash: `${foreignHash}\n` },
  ])('R14 returns false for a malformed stored hash: $name', async ({ hash }) => {
    const hasher = argon2PasswordHasher(cheap)
    expect(await hasher.verify(password, hash)).toBe(false)
    expect(hasher.isOutdated(hash)).toBe(true)
  })

  it('R15 hashes all of 128 code points of four bytes, the last one included', async () => {
    const hasher = argon2PasswordHasher(cheap)
    const hash = await hasher.hash('😀'.repeat(128))
    expect(await hasher.verify('😀'.repeat(128), hash)).toBe(true)
    expect(await hasher.verify(`${'😀'.repeat(127)}😁`, hash)).toBe(false)
    expect(await hasher.verify('😀'.repeat(127), hash)).toBe(false)
  })

  it('R15 hashes the characters after a NUL', async () => {
    const hasher = argon2PasswordHasher(cheap)
    expect(await hasher.verify('open\0sesame', await hasher.hash('open\0secret'))).toBe(false)
  })

  it('R15 returns false for a megabyte without hashing it, and refuses to hash it for storage', async () => {
    const hasher = argon2PasswordHasher({ concurrencyMax: 1, queueMax: 0 })
    const busy = hasher.hash(password)
    expect(await hasher.verify('a'.repeat(1_000_000), foreignHash)).toBe(false)
    await expect(hasher.hash('a'.repeat(1_000_000))).rejects.toThrow(RangeError)
    await busy
  })
})

describe('isOutdated', () => {
  const current = argon2PasswordHasher()

  it('R159 is true for a hash of any other cost, version or form, and for no other', async () => {
    for (const valid of [await current.hash(password), ofToday])
      expect(current.isOutdated(valid)).toBe(false)
    for (const [part, other] of [
      ['m=19456', 'm=19455'],
      ['m=19456', 'm=65536'],
      ['t=2', 't=1'],
      ['t=2', 't=3'],
      ['p=1', 'p=2'],
      ['v=19', 'v=16'],
      ['AAECAwQFBgcICQoLDA0ODw', 'AAECAwQFBgcICQoLDA0O'],
    ] as const)
      expect([other, current.isOutdated(ofToday.replace(part, other))]).toEqual([other, true])
    expect(current.isOutdated(foreignStrongHash)).toBe(true)
  })

  it('R159 is true for a hash of the minimum once the cost is raised, and for a raised one once it is the minimum', async () => {
    const raised = argon2PasswordHasher({
      parameters: { ...argon2ParametersMin, parallelism: 2 },
    })
    expect(raised.isOutdated(ofToday)).toBe(true)
    const hash = await raised.hash(password)
    expect([raised.isOutdated(hash), current.isOutdated(hash)]).toEqual([false, true])
    expect(await current.verify(password, hash)).toBe(true)
  })
})

it(`runs on ${availableParallelism()} cores without options`, async () => {
  const hasher = argon2PasswordHasher(cheap)
  const hashes = await Promise.all(Array.from({ length: 60 }, () => hasher.hash(password)))
  expect(new Set(hashes).size).toBe(60)
})
