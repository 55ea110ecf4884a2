import { createHmac } from 'node:crypto'
import type { WorkspaceEvent, WorkspaceWorld } from './workspace-chat-double-world.ts'

/** After the first attempt: at once, after a minute and after five minutes on a real server. */
const attemptsMax = 4
const responseTimeoutMs = 3_000

/** One request to the app as the double saw it; `status` is null without a response. */
export type SentRequest = {
  readonly url: string
  readonly body: string
  readonly attempt: number
  status: number | null
  response: string
}
export type RequestUrls = { readonly events: string; readonly commands: string }
export type SignedRequestOptions = {
  /** Seconds; now if absent. */
  readonly timestamp?: number
  readonly secret?: string
  readonly headers?: { readonly [name: string]: string }
}

/** The signature of a request by the app's secret, over its exact bytes. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

/** Sends events and commands to addresses of the app, each again until the response is 2xx, four times at most. */
export function workspaceRequests(
  world: WorkspaceWorld,
  { retryMs, reach }: { readonly retryMs: number; readonly reach: (url: string) => string },
) {
  const sent: SentRequest[] = []
  const timers = new Set<NodeJS.Timeout>()
  let urls: RequestUrls | null = null

  async function post(
    url: string,
    body: string,
    { timestamp, secret = world.signingSecret, headers = {} }: SignedRequestOptions = {},
    attempt = 0,
  ): Promise<SentRequest> {
    const at = timestamp ?? Math.floor(world.now() / 1_000)
    const request: SentRequest = { url, body, attempt, status: null, response: '' }
    sent.push(request)
    try {
      const response = await fetch(reach(url), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': body.startsWith('{')
            ? 'application/json'
            : 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': String(at),
          'x-slack-signature': signatureOf(secret, at, body),
          ...headers,
        },
        body,
        signal: AbortSignal.timeout(responseTimeoutMs),
      })
      const text = await response.text()
      Object.assign(request, { status: response.status, response: text })
    } catch {
      // No response.
    }
    return request
  }

  async function deliver(url: string, body: string, attempt: number): Promise<void> {
    const retry = {
      'x-slack-retry-num': String(attempt),
      'x-slack-retry-reason': 'http_error',
    }
    const { status } = await post(url, body, attempt === 0 ? {} : { headers: retry }, attempt)
    const isTaken = status !== null && status >= 200 && status < 300
    if (isTaken || attempt + 1 >= attemptsMax || urls === null) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(url, body, attempt + 1)
    }, retryMs)
    timers.add(timer)
  }

  function onEvent({ type, payload }: WorkspaceEvent): void {
    if (urls === null) return
    if (type === 'events_api') void deliver(urls.events, JSON.stringify(payload), 0)
    else {
      const body = new URLSearchParams(payload as Record<string, string>)
      // A command is not repeated: the person sees that it failed.
      void post(urls.commands, body.toString())
    }
  }
  world.listeners.add(onEvent)
  return {
    sent,
    post,
    /** Sends to these addresses from now on. The first is verified by a challenge, whose response is returned. */
    subscribe: async (given: RequestUrls): Promise<string> => {
      const body = { token: 'not-used', challenge: 'a-challenge', type: 'url_verification' }
      const { response } = await post(given.events, JSON.stringify(body))
      urls = given
      return response
    },
    stop: () => {
      urls = null
      world.listeners.delete(onEvent)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
