import { Unavailable } from '@ken/core/ports'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  zxcvbnPasswordStrength,
  type ZxcvbnPasswordStrengthOptions,
} from './zxcvbn-password-strength.ts'

/** 128 characters that cost the scorer more than a second. */
const worst = '4@8({[<369&#!1/|0$5+7%2'.repeat(6).slice(0, 128)

async function withScorer<Result>(
  options: ZxcvbnPasswordStrengthOptions,
  use: (scorer: ReturnType<typeof zxcvbnPasswordStrength>) => Promise<Result>,
): Promise<Result> {
  const scorer = zxcvbnPasswordStrength(options)
  try {
    return await use(scorer)
  } finally {
    await scorer.close()
  }
}

/** A worker in place of the scorer. `code` replies through `parentPort`. */
const workerOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${code}`)}`,
  )

const loaded = `parentPort.postMessage('loaded')\n`
/** Fails at the password "break", and scores any other as 4. */
const breaking = (how: string) =>
  workerOf(`${loaded}parentPort.on('message', ({ password }) => {
  if (password === 'break') { ${how} } else parentPort.postMessage(4)
})`)

describe('score', () => {
  const scorer = zxcvbnPasswordStrength({ workersMax: 1, scoreCpuMs: 20_000, queueMax: 0 })
  afterAll(() => scorer.close())

  it('scores guessable passwords low and others high', async () => {
    expect(await scorer.score('password', [])).toBe(0)
    expect(await scorer.score('Passw0rd1', [])).toBeLessThan(3)
    expect(await scorer.score('correct horse battery staple', [])).toBe(4)
    expect(await scorer.score('😀'.repeat(128), [])).toBe(1)
    expect(await scorer.score('🐀🦀🌵🚀🎈🧩🔑🪐'.repeat(16), [])).toBe(4)
  })

  it('R16 scores random characters as the texts of Ken say: 8 never pass, 12 do', async () => {
    const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!$%&=?-_'
    const random = (length: number) =>
      Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    for (let time = 0; time < 10; time += 1) {
      expect(await scorer.score(random(8), [])).toBeLessThan(3)
      expect(await scorer.score(random(12), [])).toBeGreaterThanOrEqual(3)
    }
  })

  it('counts personal words as guessable, whole and in parts', async () => {
    const password = 'kowalczykbrzoza'
    expect(await scorer.score(password, [])).toBe(4)
    expect(await scorer.score(password, ['Brzoza Kowalczyk'])).toBeLessThan(3)
    expect(await scorer.score(password, ['brzoza.kowalczyk@example.com'])).toBeLessThan(3)
    expect(
      await scorer.score('brzoza.kowalczyk@example.com', ['brzoza.kowalczyk@example.com']),
    ).toBeLessThan(3)
  })

  it('R13 keeps the event loop responsive with twenty of the worst passwords concurrently', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const startedAt = performance.now()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => scorer.score(worst, [])),
    )
    const scoredMs = performance.now() - startedAt
    delay.disable()
    expect(
      outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 4),
    ).toHaveLength(1)
    expect(delay.max / 1e6).toBeLessThan(scoredMs / 2)
  })
})

describe('limits', () => {
  it('R13 finds a password too complex that takes too much processor time, and scores the next in a new worker', async () => {
    await withScorer({ workerUrl: breaking('for (;;);'), scoreCpuMs: 50 }, async (scorer) => {
      expect(await scorer.score('break', [])).toBe('too_complex')
      expect(await scorer.score('fine', [])).toBe(4)
    })
  })

  it('R153 finds no password too complex because its worker gets no processor time', async () => {
    // Sleeps longer than it may compute, like a worker on a busy machine.
    const workerUrl = breaking(
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); parentPort.postMessage(3)',
    )
    await withScorer({ workerUrl, scoreCpuMs: 100 }, async (scorer) => {
      expect(await scorer.score('break', [])).toBe(3)
    })
  })

  it('R153 throws Unavailable, which can be retried, when a worker gets no processor time for too long', async () => {
    await withScorer({ workerUrl: breaking(''), replyMs: 50 }, async (scorer) => {
      await expect(scorer.score('break', [])).rejects.toBeInstanceOf(Unavailable)
      expect(await scorer.score('fine', [])).toBe(4)
    })
  })

  it('R153 waits for a worker that takes a minute to start, as on a very busy machine', async () => {
    const workerUrl = workerOf(`import { BroadcastChannel } from 'node:worker_threads'
      const processor = new BroadcastChannel('processor')
      processor.onmessage = () => { processor.close(); ${loaded.trim()} }
      parentPort.on('message', () => parentPort.postMessage(4))`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await withScorer({ workerUrl }, async (scorer) => {
      const score = scorer.score('fine', [])
      const [worker] = (await once(process, 'worker')) as [Worker]
      await once(worker, 'online')
      vi.advanceTimersByTime(60_000)
      const processor = new BroadcastChannel('processor')
      // Until the worker listens, what is sent is lost.
      const sending = setInterval(() => processor.postMessage('free'), 5)
      expect(await score).toBe(4)
      clearInterval(sending)
      processor.close()
    })
  })

  it('R13 throws Unavailable when the queue is full, and scores every queued password', async () => {
    await withScorer({ workerUrl: breaking(''), workersMax: 1, queueMax: 2 }, async (scorer) => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => scorer.score('12345678', [])),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3)
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(
        refused.every(
          ({ reason }) => reason instanceof Unavailable && reason.retryAfterSeconds === 25,
        ),
      ).toBe(true)
    })
  })

  it('R13 returns too_complex when the password takes more memory than the worker may have', async () => {
    const workerUrl = breaking('const all = []; for (;;) all.push(new Array(1_000_000).fill(0.5))')
    await withScorer({ workerUrl, scoreCpuMs: 20_000 }, async (scorer) => {
      expect(await scorer.score('break', [])).toBe('too_complex')
      expect(await scorer.score('fine', [])).toBe(4)
    })
  })
})

describe('a worker that breaks', () => {
  it.each([
    { name: 'throws', how: `throw new Error('broken')` },
    { name: 'ends itself', how: 'process.exit(1)' },
  ])('that $name makes its password Unavailable immediately and is replaced', async ({ how }) => {
    await withScorer({ workerUrl: breaking(how), workersMax: 1 }, async (scorer) => {
      const [broken, next] = await Promise.allSettled([
        scorer.score('break', []),
        scorer.score('fine', []),
      ])
      expect(broken.status === 'rejected' && broken.reason).toBeInstanceOf(Unavailable)
      expect(next).toEqual({ status: 'fulfilled', value: 4 })
    })
  })

  it('between two passwords ends nothing else and is replaced', async () => {
    const workerUrl = workerOf(`${loaded}parentPort.on('message', () => {
      parentPort.postMessage(4)
      setImmediate(() => { throw new Error('broken') })
    })`)
    await withScorer({ workerUrl }, async (scorer) => {
      const gone = new Promise((resolve) =>
        process.once('worker', (worker) => worker.once('exit', resolve)),
      )
      expect(await scorer.score('fine', [])).toBe(4)
      await gone
      expect(await scorer.score('fine', [])).toBe(4)
    })
  })

  it('at its start, or that never starts, is Unavailable', async () => {
    for (const workerUrl of [
      workerOf(`throw new Error('broken')`),
      workerOf('setInterval(() => {}, 1_000)'),
    ]) {
      await withScorer({ workerUrl, startMs: 200 }, async (scorer) => {
        await expect(scorer.score('fine', [])).rejects.toBeInstanceOf(Unavailable)
      })
    }
  })
})

/** Scores each password as the number of passwords so far: a new worker starts with 1. */
const counting = workerOf(
  `let asked = 0\n${loaded}parentPort.on('message', () => parentPort.postMessage(++asked))`,
)

/** Scores 4 once all workers have a password at the same time; until then none returns a score. */
const together = (places: number) =>
  workerOf(`
    import { BroadcastChannel, threadId } from 'node:worker_threads'
    const channel = new BroadcastChannel('together')
    const seen = new Set([threadId])
    const tell = () => seen.size === ${places} && parentPort.postMessage(4)
    channel.onmessage = ({ data }) => { if (!seen.has(data)) { seen.add(data); channel.postMessage(threadId) } tell() }
    ${loaded}parentPort.on('message', () => { channel.postMessage(threadId); tell() })`)

describe('workers', () => {
  it('R153 grow up to the limit while passwords wait', async () => {
    await withScorer({ workerUrl: together(3), workersMax: 3, growMs: 0 }, async (scorer) => {
      expect(await Promise.all([1, 2, 3].map((count) => scorer.score(`${count}`, [])))).toEqual([
        4, 4, 4,
      ])
    })
  })

  it('R153 grow only when a wait lasts: sequential passwords, or a few concurrent ones, use one worker', async () => {
    await withScorer({ workerUrl: counting, workersMax: 4, growMs: 60_000 }, async (scorer) => {
      expect(
        await Promise.all(['a', 'b', 'c'].map((password) => scorer.score(password, []))),
      ).toEqual([1, 2, 3])
      expect(await scorer.score('d', [])).toBe(4)
    })
  })

  it('R153 are not joined by a second one for a password that waits for the first to start', async () => {
    const started: Worker[] = []
    const count = (worker: Worker) => started.push(worker)
    process.on('worker', count)
    await withScorer({ workerUrl: counting, workersMax: 4, growMs: 0 }, async (scorer) => {
      expect(await scorer.score('a', [])).toBe(1)
    })
    process.off('worker', count)
    expect(started).toHaveLength(1)
  })

  it('R153 that are kept ready start without a password, but not during the start of the program', async () => {
    const options = { workerUrl: counting, keepAfterMs: 20 }
    await withScorer(options, async (scorer) => {
      let startedMs = 0
      const started = new Promise<void>((resolve) =>
        process.once('worker', () => {
          startedMs = performance.now()
          resolve()
        }),
      )
      const askedMs = performance.now()
      scorer.keepReady()
      await started
      expect(startedMs - askedMs).toBeGreaterThan(15)
    })
  })

  it('R153 that are kept ready start earlier for a password, and stay', async () => {
    const options = { workerUrl: counting, workersMax: 1, idleMs: 0, keepAfterMs: 60_000 }
    await withScorer(options, async (scorer) => {
      scorer.keepReady()
      expect(await scorer.score('a', [])).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await scorer.score('b', [])).toBe(2)
    })
  })

  it('R153 that are kept ready start before the first password and stay when idle', async () => {
    await withScorer({ workerUrl: counting, idleMs: 0, keepAfterMs: 0 }, async (scorer) => {
      const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
      scorer.keepReady()
      await started
      expect(await scorer.score('a', [])).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await scorer.score('b', [])).toBe(2)
    })
  })

  it('R153 that are kept ready and end are replaced before the next password', async () => {
    await withScorer({ workerUrl: breaking('process.exit(1)'), workersMax: 1 }, async (scorer) => {
      scorer.keepReady()
      const broken = scorer.score('break', [])
      await once(process, 'worker')
      const replaced = once(process, 'worker')
      await expect(broken).rejects.toBeInstanceOf(Unavailable)
      await replaced
      expect(await scorer.score('fine', [])).toBe(4)
    })
  })
})

describe('lifecycle', () => {
  it('keeps one worker from password to password and ends it when idle', async () => {
    await withScorer({ workerUrl: counting, idleMs: 60_000 }, async (scorer) => {
      expect([await scorer.score('a', []), await scorer.score('b', [])]).toEqual([1, 2])
    })
    await withScorer({ workerUrl: counting, idleMs: 0 }, async (scorer) => {
      expect(await scorer.score('a', [])).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await scorer.score('b', [])).toBe(1)
    })
  })

  it('keeps a process alive while it scores, and no longer', async () => {
    const program = `
      import { zxcvbnPasswordStrength } from '${new URL('./zxcvbn-password-strength.ts', import.meta.url).href}'
      console.log(await zxcvbnPasswordStrength().score('password', []))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      {
        timeout: 20_000,
      },
    )
    expect(stdout).toBe('0\n')
  })

  it('refuses running, waiting and later passwords on close', async () => {
    const scorer = zxcvbnPasswordStrength({
      workerUrl: workerOf(`${loaded}parentPort.on('message', () => {})`),
      workersMax: 1,
    })
    const scores = [scorer.score('running', []), scorer.score('waiting', [])]
    const [outcomes] = await Promise.all([Promise.allSettled(scores), scorer.close()])
    outcomes.push(...(await Promise.allSettled([scorer.score('later', [])])))
    expect(
      outcomes.filter(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof Unavailable,
      ),
    ).toHaveLength(3)
    await scorer.close()
  })
})
