import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { DiffOp, SectionChange, SectionChangeKind, VersionDiff } from '../diff/version-diff.ts'
import type { Mark } from '../text/version-text.ts'

const kindNames: Readonly<Record<SectionChangeKind, string>> = {
  unchanged: 'not changed',
  changed: 'changed',
  replaced: 'rewritten',
  added: 'new',
  removed: 'removed',
  moved: 'moved',
  renumbered: 'has another number',
}

/** `struck` and `inserted` are what the document itself strikes out and inserts. */
const markElements: Readonly<Record<Mark, readonly [string, string]>> = {
  none: ['', ''],
  struck: ['<s>', '</s>'],
  inserted: ['<u>', '</u>'],
}

/**
 * Gives the diff as a fragment of HTML for any page: no style, no script, and a text label at each change, so that no change
 * is shown by color alone. The words of unchanged sections are left out.
 */
export function htmlDiff(diff: VersionDiff, names: { readonly from: string; readonly to: string }): string {
  const title = escapeHtml(`Changes from ${names.from} to ${names.to}`)
  return [
    `<section class="legislog-diff" aria-label="${title}">`,
    `<h2>${title}</h2>`,
    ...notesOf(diff).map((note) => `<p>${note}</p>`),
    ...diff.sections.map(sectionHtml),
    '</section>',
    '',
  ].join('\n')
}

function notesOf({ identical, complete_replacement, truncated, stats }: VersionDiff): string[] {
  if (identical) return ['The two texts are the same.']
  return [
    ...(complete_replacement ? ['The newer text replaces the older one completely.'] : []),
    ...(truncated ? ['Parts of the texts are compared less finely, because they are very long.'] : []),
    `Words added: ${stats.words_added}. Words removed: ${stats.words_removed}.`,
  ]
}

function sectionHtml(section: SectionChange): string {
  const { kind, paragraphs } = section
  const lines = paragraphs.map((ops) => `<p>${ops.map(opHtml).join('')}</p>`)
  const moved = section.is_moved && kind !== 'moved' ? ', moved' : ''
  return [
    `<section class="legislog-diff-section legislog-diff-${kind}">`,
    `<h3>${escapeHtml(nameOf(section))} (${kindNames[kind]}${moved})</h3>`,
    ...lines,
    '</section>',
  ].join('\n')
}

function nameOf({ from_number, to_number, heading }: SectionChange): string {
  const number = to_number ?? from_number
  const before = from_number !== null && to_number !== null && from_number !== to_number
  const section = number === null ? null : `Section ${number}${before ? ` (before: ${from_number})` : ''}`
  return [section, heading].filter((part) => part !== null).join(': ') || 'Text without a number'
}

function opHtml({ op, mark, text }: DiffOp): string {
  const [open, close] = markElements[mark]
  const words = `${open}${escapeHtml(text)}${close}`
  if (op === 'keep') return words
  return op === 'delete'
    ? `<del><span class="legislog-diff-label">[removed: </span>${words}<span class="legislog-diff-label">]</span></del>`
    : `<ins><span class="legislog-diff-label">[added: </span>${words}<span class="legislog-diff-label">]</span></ins>`
}
