import { describe, expect, it } from 'vitest'
import { acceptedCoding, acceptsEvents, acceptsHtml, acceptsJson } from './accepts.ts'

describe('acceptsJson', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/*;q=0.1',
    'text/html, */*;q=0.1',
    'application/json, */*;q=0',
    'application/json, application/json;q=0',
    'application/json;charset=utf-8',
  ])('accepts it for %j', (accept) => {
    expect(acceptsJson(accept)).toBe(true)
  })

  it.each([
    'text/html',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;q=0, */*',
    'application/json; q=0.000, application/*',
    '*/*, application/*;q=0',
  ])('refuses it for %j: the most specific range decides', (accept) => {
    expect(acceptsJson(accept)).toBe(false)
  })
})

it('finds events and HTML only where they are named', () => {
  expect(
    ['text/event-stream', 'text/*', 'application/json, text/event-stream'].map(acceptsEvents),
  ).toEqual([true, true, true])
  expect(['*/*', 'text/event-stream;q=0, text/*'].map(acceptsEvents)).toEqual([false, false])
  expect(['text/html,*/*;q=0.8', '*/*', 'text/html;q=0, */*'].map(acceptsHtml)).toEqual([
    true,
    false,
    false,
  ])
})

it('takes the smallest coding that is accepted', () => {
  expect(acceptedCoding('gzip, br', { br: true, gzip: true })).toBe('br')
  expect(acceptedCoding('gzip, br;q=0', { br: true, gzip: true })).toBe('gzip')
  expect(acceptedCoding(undefined, { br: true })).toBe('identity')
})
