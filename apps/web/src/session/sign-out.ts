const storageKey = 'ken.signed-out'
const pauseMs = 5_000

/** Signing out until the server has confirmed it. Before that, its cookie may still be valid. */
export type SignOut = {
  readonly run: () => Promise<void>
  /** Whether the last sign-out of this browser is not confirmed, also of another page. */
  readonly isUnconfirmed: () => boolean
  /** A sign-in has replaced the cookie, so that there is nothing left to confirm. */
  readonly drop: () => void
  /** The same `fetch`; no attempt is sent while one of its requests runs. */
  readonly apart: (inner: typeof fetch) => typeof fetch
}

type SignOutWorld = {
  /** Rejects if the server has not confirmed it. */
  readonly send: () => Promise<void>
  /** Called after each attempt, unless a sign-in came between. */
  readonly onTried: (isUnconfirmed: boolean) => void
  /** False while a sign-in may have begun a session that is not shown yet. */
  readonly mayTry: () => boolean
  /** Of the browser, as the cookie is. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
}

/** Tries again every few seconds, and when the network returns. */
export function createSignOut({ send, onTried, mayTry, storage }: SignOutWorld): SignOut {
  /** Where the browser has no storage. */
  let isMarked = false
  let lastTry = 0
  let running = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('online', () => wait(0))

  const isUnconfirmed = () => (storage === null ? isMarked : storage.getItem(storageKey) !== null)

  function mark(next: boolean): void {
    isMarked = next
    try {
      if (next) storage?.setItem(storageKey, '')
      else storage?.removeItem(storageKey)
    } catch {
      // Only a page that is loaded again does without it.
    }
  }

  async function run(): Promise<void> {
    const number = (lastTry += 1)
    // Before the server has answered, a page that is loaded again must not restore the session.
    mark(true)
    const isConfirmed = await send().then(
      () => true,
      () => false,
    )
    if (number !== lastTry) return
    if (isConfirmed) mark(false)
    wait()
    onTried(!isConfirmed)
  }

  function wait(forMs = pauseMs): void {
    clearTimeout(timer)
    if (running === 0 && isUnconfirmed()) timer = setTimeout(tryAgain, forMs)
  }

  /** Another page may have signed in meanwhile. */
  function tryAgain(): void {
    if (!mayTry()) wait()
    else if (isUnconfirmed()) void run()
  }

  return {
    run,
    isUnconfirmed,
    drop: () => {
      lastTry += 1
      mark(false)
      clearTimeout(timer)
    },
    // An attempt would clear the cookie that a sign-in sets meanwhile.
    apart: (inner) => async (input, init) => {
      running += 1
      clearTimeout(timer)
      try {
        return await inner(input, init)
      } finally {
        running -= 1
        wait()
      }
    },
  }
}
