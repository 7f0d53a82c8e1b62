import { describe, expect, it } from 'vitest'
import { uncomparedRanges } from '../../../../derive/copycats/words/uncompared-ranges.ts'

const left = (text: string): string =>
  uncomparedRanges(text).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)

const option = (name: string) => `/${name} true`
const OPTIONS = `<< ${['ASCII85EncodePages', 'AntiAliasColorImages', 'CropColorImages', 'EncodeColorImages', 'Optimize', 'ParseDSCComments', 'PreserveEPSInfo', 'SubsetFonts', 'UsePrologue', 'Verdana', 'Verdana-Bold', 'DetectBlends'].map(option).join(' ')} >> setdistillerparams << /HWResolution [2400 2400] >> setpagedevice`

describe('what is not compared', () => {
  it('contains the options of a PDF program, on one line or on many', () => {
    expect(left(`A law. ${OPTIONS} It ends.`)).toBe('A law. <<  It ends.')
    expect(left(`A law.\n${OPTIONS.replaceAll(' /', '\n/')}\nIt ends.`)).toMatch(
      /^A law\.\s+<<\s+It ends\.$/u,
    )
  })

  it('contains menus of sites, but no short lines of a bill', () => {
    const menu = ['Home', 'About Us', 'Site Search', 'Contact', 'Staff', 'House of Representatives', 'Senate']
    const long = [...menu, ...menu.map((line) => `${line} News`)].join('\n')
    expect(left(`${long}\nSection 1. A law.\n`).trim()).toBe('Section 1. A law.')
    const short = 'Section 1\nDefinitions\nHives\nSwarms\n'
    expect(left(short)).toBe(short)
  })

  it('contains enacting and severability clauses, page numbers and notices about scripts', () => {
    for (const line of [
      'BE IT ENACTED BY THE LEGISLATURE OF THE STATE OF ALASKA:',
      'If any provision of this act or its application is held invalid, the rest is not affected.',
      'Please turn on JavaScript.',
      '17',
    ])
      expect([line, left(`A law.\n${line}\nIt ends.`)]).toEqual([line, 'A law.\n\nIt ends.'])
  })

  it('is only a sentence of a text that is one single line', () => {
    const law = 'The owner of a hive reports each swarm to the county. '.repeat(20)
    const formula = 'BE IT ENACTED BY THE LEGISLATURE OF THE STATE OF HAWAII: '
    expect(left(`A bill for an act. ${formula}${law}`)).toBe(`A bill for an act.  ${law}`)
  })

  it('is nothing in a law about slashes and roads', () => {
    const law = 'Section 1. The and/or rule applies to I-90/94, to /s/ signatures and to 24/7 services.\n'
    expect(left(law)).toBe(law)
  })
})
