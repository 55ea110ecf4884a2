import { describe, expect, it } from 'vitest'
import { createShortcuts, type Stroke } from './shortcuts.ts'

const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  timeStamp: 0,
  isTyping: false,
  ...more,
})
const keyboard = ({ isApple = false, isOn = true } = {}) =>
  createShortcuts({ isApple, areSingleKeysOn: () => isOn })

describe('single keys', () => {
  it.each([
    ['/', 'search'],
    ['?', 'shortcuts'],
    ['j', 'next_row'],
    ['K', 'previous_row'],
    ['x', 'select_row'],
    ['.', 'row_menu'],
    ['y', null],
  ])('%s is %s', (key, command) => {
    expect(keyboard()(stroke(key))).toBe(command)
  })

  it('do nothing while a person types, with Alt, or when they are off', () => {
    expect(keyboard()(stroke('j', { isTyping: true }))).toBeNull()
    expect(keyboard()(stroke('j', { altKey: true }))).toBeNull()
    expect(keyboard({ isOn: false })(stroke('j'))).toBeNull()
  })

  it('repeat only along rows', () => {
    expect(keyboard()(stroke('j', { repeat: true }))).toBe('next_row')
    expect(keyboard()(stroke('x', { repeat: true }))).toBeNull()
  })
})

describe('g and a second key', () => {
  it.each([
    ['s', 'go_to_search'],
    ['p', 'go_to_people'],
    ['k', 'go_to_keys'],
    ['a', 'go_to_audit'],
  ])('g %s is %s', (key, command) => {
    const read = keyboard()
    expect(read(stroke('g'))).toBeNull()
    expect(read(stroke(key, { timeStamp: 1_500 }))).toBe(command)
  })

  it('are a pair only one directly after the other, within 1.5 seconds', () => {
    const read = keyboard()
    read(stroke('g'))
    expect(read(stroke('k', { timeStamp: 1_501 }))).toBe('previous_row')
    read(stroke('g'))
    read(stroke('y'))
    expect(read(stroke('k'))).toBe('previous_row')
    read(stroke('g', { isTyping: true }))
    expect(read(stroke('s'))).toBeNull()
  })
})

describe('the palette', () => {
  it('opens with Ctrl K, on Apple keyboards with the command key, also while a person types', () => {
    const ctrl = stroke('k', { ctrlKey: true, isTyping: true })
    const command = stroke('k', { metaKey: true, isTyping: true })
    expect([keyboard()(ctrl), keyboard()(command)]).toEqual(['palette', null])
    const apple = keyboard({ isApple: true })
    expect([apple(ctrl), apple(command)]).toEqual([null, 'palette'])
  })

  it('opens when single keys are off', () => {
    const read = keyboard({ isOn: false })
    expect(read(stroke('K', { ctrlKey: true }))).toBe('palette')
  })
})
