import { describe, expect, it } from 'vitest'
import { inkOn } from '../../../site/widget-page/style.ts'

describe('text on a color', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#0a58ca', '#ffffff'],
    ['#ffee00', '#000000'],
    ['#aa0000', '#ffffff'],
  ])('on %s is %s', (color, ink) => {
    expect(inkOn(color)).toBe(ink)
  })
})
