/**
 * Elements of the texts of Congress: of the DTDs for bills, resolutions and engrossed amendments (bill.dtd, res.dtd,
 * amend.dtd, https://xml.house.gov) and of USLM 2 (https://github.com/usgpo/uslm). What is in no list is inline.
 */

/** Of the printed page or the file, not of the text: codes, page breaks, margin notes, the cover page, the back page. */
export const skipped: ReadonlySet<string> = new Set([
  'metadata',
  'meta',
  'amendMeta',
  'distribution-code',
  'distributionCode',
  'slugLine',
  'pagebreak',
  'page',
  'sidenote',
  'endorsement',
  'endMarker',
  'legislativeHistory',
  'centerRunningHead',
  'graphic',
  'deletedText',
  'deleted-phrase',
])

/** Levels with a number: they begin a line, and their number, heading and first words stand in it. */
export const levels: ReadonlySet<string> = new Set([
  'subsection',
  'paragraph',
  'subparagraph',
  'clause',
  'subclause',
  'item',
  'subitem',
  'recital',
  'whereas',
  'level',
  'list-item',
  'toc-entry',
  'referenceItem',
])

/** Levels whose heading is a line of its own. */
export const bigLevels: ReadonlySet<string> = new Set([
  'section',
  'title',
  'subtitle',
  'chapter',
  'subchapter',
  'part',
  'subpart',
  'division',
  'subdivision',
  'article',
  'appropriations',
  'appropriations-major',
  'appropriations-intermediate',
  'appropriations-small',
  'rules-clause',
  'constitution-article',
])

/** Each a line or more. */
export const blocks: ReadonlySet<string> = new Set([
  'calendar',
  'congress',
  'session',
  'legis-num',
  'associated-doc',
  'relatedDocument',
  'current-chamber',
  'currentChamber',
  'action',
  'legis-type',
  'docTitle',
  'official-title',
  'officialTitle',
  'longTitle',
  'enrolled-dateline',
  'enrolledDateline',
  'enactingFormula',
  'resolvingClause',
  'whereas',
  'preamble',
  'toc',
  'list',
  'continuation-text',
  'continuation',
  'action-instruction',
  'actionInstruction',
  'amendment-instruction',
  'amendmentInstruction',
  'amendment-block',
  'amendmentContent',
  'quotedContent',
  'attestation',
  'attestor',
  'attestation-date',
  'signature',
  'signatures',
  'note',
  'p',
  'tr',
  'row',
  'subheading',
  'multi-column-toc-entry',
  'main',
  'preface',
  'amendPreface',
  'amendMain',
  'legis-body',
  'resolution-body',
  'form',
])

/** Of the old DTDs: what stands within them is printed in quotation marks. */
export const quoted: ReadonlySet<string> = new Set(['quote', 'term'])

export const numberElements: ReadonlySet<string> = new Set(['enum', 'num', 'designator'])
export const headingElements: ReadonlySet<string> = new Set(['header', 'heading'])
/** Words of a level: after a heading that is a line of its own they begin the next. */
export const contentElements: ReadonlySet<string> = new Set(['text', 'content', 'chapeau'])
/** What follows them in their line stands apart. */
export const cells: ReadonlySet<string> = new Set(['td', 'th', 'entry', 'label', 'level-label', 'type'])
