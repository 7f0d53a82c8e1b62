import { describe, expect, it } from 'vitest'
import { parseSections } from '../../../derive/sections/parse-sections.ts'
import { versionText } from '../../support/derive/version-texts.ts'

const outlineOf = (lines: readonly string[], mediaType?: string) =>
  parseSections(versionText(lines, mediaType)).sections.map(({ kind, number, heading, path, paragraphs }) => [
    kind,
    [...path, number].join(' > '),
    heading,
    paragraphs.length,
  ])

const HEAD = ['119th CONGRESS', 'A BILL', 'Be it enacted by the Senate in Congress assembled,']

describe('a bill of Congress', () => {
  it('has a section at each printed head, in its title', () => {
    const outline = outlineOf(
      [
        ...HEAD,
        'SECTION 1. SHORT TITLE.',
        'This Act may be cited as the “Example Act”.',
        'TITLE I—ROADS',
        'Subtitle A—Bridges',
        'SEC. 101. INSPECTION OF BRIDGES.',
        'The Secretary shall inspect bridges.',
        'TITLE II—HARBORS',
        'SEC. 201. DREDGING.',
        'The Secretary shall dredge.',
        'Passed the House of Representatives May 1, 2025.',
      ],
      'text/xml',
    )
    expect(outline).toEqual([
      ['front', '', null, 3],
      ['section', '1', 'SHORT TITLE', 2],
      ['group', 'TITLE I', 'ROADS', 1],
      ['group', 'TITLE I > Subtitle A', 'Bridges', 1],
      ['section', 'TITLE I > Subtitle A > 101', 'INSPECTION OF BRIDGES', 2],
      ['group', 'TITLE II', 'HARBORS', 1],
      ['section', 'TITLE II > 201', 'DREDGING', 2],
      ['back', '', null, 1],
    ])
  })

  it('has no sections in its table of contents and in quoted law', () => {
    const outline = outlineOf(
      [
        ...HEAD,
        'Section 1. Short title; table of contents',
        'The table of contents of this Act is as follows:',
        'Sec. 1. Short title; table of contents.',
        'Title I—Roads',
        'Sec. 101. Grants.',
        'Title I—Roads',
        'Sec. 101. Grants',
        'The Roads Act is amended by adding at the end the following:',
        '“Sec. 9A. Grants',
        '(a) In general.—The Secretary may make grants for “roads”.',
        'Sec. 9B. Reports',
        'The Secretary shall report.”.',
      ],
      'text/xml',
    )
    expect(outline).toEqual([
      ['front', '', null, 3],
      ['section', '1', 'Short title; table of contents', 5],
      ['group', 'TITLE I', 'Roads', 1],
      ['section', 'TITLE I > 101', 'Grants', 6],
    ])
  })

  it('has no groups in a table of contents that ends with divisions', () => {
    const contents = ['Sec. 1. Short title.', 'Sec. 2. Table of contents.', 'Sec. 3. Grants.']
    const groups = ['Division A—Roads Act', 'Title I—Bridges', 'Division B—Harbors Act']
    const outline = outlineOf(
      [
        ...HEAD,
        ...['Section 1. Short title', 'Sec. 2. Table of contents', ...contents, ...groups],
        ...[
          'Sec. 3. Grants',
          'Grants are free.',
          'Division A—ROADS ACT',
          'Title I—',
          'BRIDGES',
          'Sec. 101. Bridges',
        ],
        ...['Division B—HARBORS ACT', 'Sec. 101. Harbors'],
      ],
      'text/xml',
    )
    expect(outline.map(([kind, place]) => [kind, place])).toEqual([
      ['front', ''],
      ['section', '1'],
      ['section', '2'],
      ['section', '3'],
      ['group', 'DIVISION A'],
      ['group', 'DIVISION A > TITLE I'],
      ['section', 'DIVISION A > TITLE I > 101'],
      ['group', 'DIVISION B'],
      ['section', 'DIVISION B > 101'],
    ])
  })

  it('has one section without a number if it is a resolution', () => {
    const outline = outlineOf(
      ['119th CONGRESS', 'RESOLUTION', 'Whereas roads matter;', 'Resolved,', 'That roads matter.'],
      'text/xml',
    )
    expect(outline).toEqual([
      ['front', '', null, 4],
      ['section', '', null, 1],
    ])
  })
})

describe('a bill of a state', () => {
  it('has the sections that continue the first one, and no sections of a compact', () => {
    const outline = outlineOf([
      'BE IT ENACTED BY THE LEGISLATURE OF THE STATE OF ALASKA:',
      '* Section 1. AS 08.01 is amended by adding a new section to read:',
      'Sec. 08.01.500. Compact enacted.',
      'SECTION 1. PURPOSE',
      'SECTION 2. DEFINITIONS',
      '* Sec. 2. This Act takes effect July 1, 2026.',
    ])
    expect(outline).toEqual([
      ['front', '', null, 1],
      ['section', '1', null, 4],
      ['section', '2', null, 1],
    ])
  })

  it('has the heading that follows the number in capitals', () => {
    const outline = outlineOf([
      'BE IT ENACTED BY THE LEGISLATIVE ASSEMBLY OF NORTH DAKOTA:',
      'SECTION 1. AMENDMENT. Section 6-09-43 of the code is amended as follows:',
      '6-09-43. Fund.',
      'SECTION 2. EFFECTIVE DATE. This Act becomes effective upon its filing.',
    ])
    expect(outline).toEqual([
      ['front', '', null, 1],
      ['section', '1', 'AMENDMENT', 2],
      ['section', '2', 'EFFECTIVE DATE', 1],
    ])
  })

  it('is one section without a number if nothing in it is recognized', () => {
    expect(outlineOf(['Some words.', 'More words.'])).toEqual([['section', '', null, 2]])
    expect(outlineOf([])).toEqual([['section', '', null, 0]])
  })
})
