import { workspaceChatDouble } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { socketAddress } from './api/socket-address.ts'
import { slackApiUrl, slackWorkspaceChat } from './slack-workspace-chat.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }

it('R250 connects to no forbidden address, and to this machine only if that is allowed', async () => {
  const double = await workspaceChatDouble()
  onTestFinished(() => double.close())
  const { botToken, appToken } = double.world
  const probe = (apiUrl: string, allowLoopback: boolean) =>
    slackWorkspaceChat({ clock, log, apiUrl, allowLoopback }).probe.probe({ botToken, appToken })
  const forbidden = { ok: false, error: 'address_forbidden' }
  expect(await probe(double.apiUrl, true)).toMatchObject({ ok: true })
  expect(await probe(double.apiUrl.slice(0, -1), true)).toMatchObject({ ok: true })
  expect(await probe(double.apiUrl, false)).toEqual(forbidden)
  for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0', '224.0.0.1'])
    expect(await probe(`http://${host}/api/`, true)).toEqual(forbidden)
  for (const address of ['ftp://a.test', 'http://a.test/?b', 'http://a@b.test', 'a.test', ''])
    expect(() => slackWorkspaceChat({ clock, log, apiUrl: address, allowLoopback: true })).toThrow(
      TypeError,
    )
})

const isOpened = (apiUrl: string, address: string): boolean =>
  socketAddress(new URL(apiUrl), address) !== null

it.for([
  'wss://example.com/link/',
  'ws://wss-primary.slack.com/link/',
  'wss://slack.com.example.com/',
  'wss://notslack.com/',
  'wss://wss-primary.slack.com:8443/',
  'wss://user@wss-primary.slack.com/',
  'https://wss-primary.slack.com/',
  'wss://127.0.0.1/',
  'ws://slack.com/',
  'wss://[::1]/',
  'wss://wss-primary.slack.com@example.com/',
  'wss:///',
  '//wss-primary.slack.com/',
  '',
])('R250 opens no socket to %s', (address) => {
  expect(isOpened(slackApiUrl, address)).toBe(false)
})

it('R250 opens a socket to Slack, and to the exact host of the configured address', () => {
  expect(isOpened(slackApiUrl, 'wss://wss-primary.slack.com/link/?ticket=1')).toBe(true)
  const gateway = 'https://gateway.test:8443/slack/'
  expect(isOpened(gateway, 'wss://gateway.test:8443/link/')).toBe(true)
  expect(isOpened(gateway, 'wss://wss-primary.slack.com/link/')).toBe(true)
  for (const other of [
    'ws://gateway.test:8443/',
    'wss://gateway.test/',
    'wss://a.gateway.test:8443/',
  ])
    expect(isOpened(gateway, other)).toBe(false)
  expect(isOpened('http://127.0.0.1:5000/api/', 'ws://127.0.0.1:5000/link/')).toBe(true)
  expect(isOpened('http://127.0.0.1:5000/api/', 'ws://127.0.0.1:5001/link/')).toBe(false)
})

it('R250 takes no socket elsewhere from a response', async () => {
  const double = await workspaceChatDouble()
  onTestFinished(() => double.close())
  const { botToken, appToken } = double.world
  const { probe } = slackWorkspaceChat({ clock, log, apiUrl: double.apiUrl, allowLoopback: true })
  for (const url of ['ws://127.0.0.1:1/', 'wss://example.com/', 7, null]) {
    double.behaveOnce('apps.connections.open', { json: { ok: true, url } })
    expect(await probe.probe({ botToken, appToken })).toEqual({ ok: false, error: 'not_slack' })
  }
})
