const storageKey = 'ken.signed-out'
const pauseMs = 5_000

/** Signing out until the server has confirmed it. Before that, its cookie may still be valid. */
export type SignOut = {
  readonly run: () => Promise<void>
  /** Whether the last sign-out of this tab is not confirmed, also by an earlier page of the tab. */
  readonly isUnconfirmed: () => boolean
  /** A sign-in has replaced the cookie, so that there is nothing left to confirm. */
  readonly drop: () => void
  /** The same `fetch`; no try is sent while one of its requests runs. */
  readonly apart: (inner: typeof fetch) => typeof fetch
}

type SignOutWorld = {
  /** Rejects if the server has not confirmed it. */
  readonly send: () => Promise<void>
  /** Called after each try. */
  readonly onTried: (isUnconfirmed: boolean) => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
}

/** Tries again every few seconds, and when the network returns. */
export function createSignOut({ send, onTried, storage }: SignOutWorld): SignOut {
  let isUnconfirmed = storage?.getItem(storageKey) != null
  let running = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('online', () => wait(0))

  async function run(): Promise<void> {
    become(
      await send().then(
        () => false,
        () => true,
      ),
    )
    onTried(isUnconfirmed)
  }

  function become(next: boolean): void {
    isUnconfirmed = next
    try {
      if (next) storage?.setItem(storageKey, '')
      else storage?.removeItem(storageKey)
    } catch {
      // Only a page that is loaded again does without it.
    }
    wait()
  }

  function wait(forMs = pauseMs): void {
    clearTimeout(timer)
    if (isUnconfirmed && running === 0) timer = setTimeout(() => void run(), forMs)
  }

  return {
    run,
    isUnconfirmed: () => isUnconfirmed,
    drop: () => become(false),
    // A try would clear the cookie that a sign-in sets meanwhile.
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
