import { describe, expect, it } from 'vitest'
import { type ActionLine, statusesOf } from '../../../support/builders/action-histories.ts'

describe('the status of resolutions and constitutional amendments', () => {
  it('is adopted when the chamber of a resolution passes it', () => {
    expect(
      statusesOf(
        'tx',
        [
          ['H', 'Filed', 'filing'],
          ['H', 'Adopted', 'passage'],
        ],
        { classification: ['resolution'] },
      ),
    ).toEqual(['prefiled', 'adopted'])
  })

  it('is adopted when both chambers pass a concurrent resolution', () => {
    const lines: ActionLine[] = [
      ['H', 'Adopted', 'passage'],
      ['S', 'Adopted', 'passage'],
    ]
    expect(statusesOf('az', lines, { classification: ['concurrent resolution'] })).toEqual([
      'passed_one_chamber',
      'adopted',
    ])
    expect(
      statusesOf('az', [...lines, ['-', 'Transmit to Secretary of State', 'executive-receipt']], {
        classification: ['concurrent resolution'],
      }).at(-1),
    ).toBe('adopted')
  })

  it('is adopted without the President if a joint resolution proposes a constitutional amendment', () => {
    const context = {
      classification: ['joint resolution'],
      title: 'Proposing an amendment to the Constitution of the United States relating to life.',
    }
    expect(
      statusesOf(
        'us',
        [
          ['H', 'On passage Passed', 'passage'],
          ['S', 'Passed Senate', 'passage'],
        ],
        context,
      ).at(-1),
    ).toBe('adopted')
  })

  it('is enacted when any other joint resolution of Congress is signed', () => {
    const context = { classification: ['joint resolution'], title: 'Making continuing appropriations' }
    expect(
      statusesOf(
        'us',
        [
          ['H', 'On passage Passed', 'passage'],
          ['S', 'Passed Senate', 'passage'],
          ['-', 'Became Public Law No: 119-4.', 'became-law'],
        ],
        context,
      ).at(-1),
    ).toBe('enacted')
  })

  it('is adopted when both chambers pass a constitutional amendment of New Hampshire', () => {
    expect(
      statusesOf(
        'nh',
        [
          ['H', 'Ought to Pass: MA RC 300-60', 'passage'],
          ['S', 'Ought to Pass: RC 16Y-8N, MA; OT3rdg', 'passage'],
        ],
        { classification: ['constitutional amendment'] },
      ).at(-1),
    ).toBe('adopted')
  })

  it('is adopted when a resolution of D.C. is approved with a number', () => {
    expect(
      statusesOf('dc', [['L', 'Approved with Resolution Number R26-0001', 'became-law']], {
        classification: ['resolution'],
        chamber_of_origin: 'legislature',
      }).at(-1),
    ).toBe('adopted')
  })

  it('stays adopted if a governor signs a resolution', () => {
    expect(
      statusesOf(
        'ut',
        [
          ['H', 'House/ passed 3rd reading', 'passage'],
          ['S', 'Senate/ passed 3rd reading', 'passage'],
          ['-', 'Governor Signed', 'executive-signature'],
        ],
        { classification: ['concurrent resolution'] },
      ).at(-1),
    ).toBe('adopted')
  })

  it('is failed if a resolution fails (119 HRES713)', () => {
    expect(
      statusesOf(
        'us',
        [
          ['H', 'Introduced in House', 'introduction'],
          [
            'H',
            'On motion to suspend the rules and agree to the resolution Failed by voice vote.',
            'failure',
          ],
        ],
        { classification: ['resolution'] },
      ).at(-1),
    ).toBe('failed')
  })

  it('follows the letters of the number if the class only says bill or resolution', () => {
    const signed: ActionLine[] = [
      ['H', 'Passed House', 'passage'],
      ['S', 'Passed Senate', 'passage'],
      ['-', 'Signed by President.', 'executive-signature'],
      ['-', 'Became Public Law No: 119-5.', 'became-law'],
    ]
    const context = { classification: ['resolution'], identifier: 'HJRES 25' }
    expect(statusesOf('us', signed, context).at(-1)).toBe('enacted')
    expect(statusesOf('us', signed.slice(0, 1), { ...context, identifier: 'HCONRES 7' })).toEqual([
      'passed_one_chamber',
    ])
    expect(statusesOf('us', signed.slice(0, 1), { ...context, identifier: 'HRES 7' })).toEqual(['adopted'])
    const nevada = { classification: ['bill'], identifier: 'ACR5' }
    expect(statusesOf('nv', signed.slice(0, 2), nevada).at(-1)).toBe('adopted')
  })
})
