/**
 * Elements of the texts of Congress, from the DTDs for bills, resolutions and engrossed amendments (bill.dtd,
 * res.dtd, amend.dtd, https://xml.house.gov) and from USLM 2 (https://github.com/usgpo/uslm). An element in no list
 * is inline.
 */

/** These belong to the printed page or the file and not to the text: codes, page breaks, margin notes, covers. */
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

/** Numbered levels. Each begins a line with its number, heading and first words. */
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

/** Levels with a heading on its own line. */
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

/** Each of these is one line or more. */
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

/** Elements of the old DTDs that are printed in quotation marks. */
export const quoted: ReadonlySet<string> = new Set(['quote', 'term'])

export const numberElements: ReadonlySet<string> = new Set(['enum', 'num', 'designator'])
export const headingElements: ReadonlySet<string> = new Set(['header', 'heading'])
/** Words of a level. After a heading on its own line, they begin the next line. */
export const contentElements: ReadonlySet<string> = new Set(['text', 'content', 'chapeau'])
/** Text after these elements is separated from them in the line. */
export const cells: ReadonlySet<string> = new Set(['td', 'th', 'entry', 'label', 'level-label', 'type'])
