import type { Span } from './span.ts'

export type RegulationMention = Span & {
  readonly scheme: 'docket_id' | 'rin' | 'document_number' | 'fr_citation'
  /** `EPA-HQ-OAR-2021-0317`, `2060-AV16`, `2021-24202`, `87 FR 1234`. */
  readonly number: string
  readonly words: string
}

const PATTERNS: readonly (readonly [RegulationMention['scheme'], RegExp])[] = [
  // The agency, its offices, the year and a number: FAA-2009-1144.
  [
    'docket_id',
    /(?<![\w-])(?<number>[A-Z]{2,6}(?:-[A-Z][A-Z0-9]{0,6}){0,3}-(?:19|20)\d{2}-(?:[A-Z]-)?\d{3,5})(?![\w-])/gu,
  ],
  ['rin', /(?<![\w-])(?:RIN:?\s*)?(?<number>\d{4}-[A-Z]{2}\d{2})(?![\w-])/gu],
  [
    'document_number',
    /(?<![\w-])(?:FR\s+Doc\.?|Document\s+(?:No\.?|Number))\s*(?:No\.?\s*)?(?<number>(?:19|20)\d{2}-\d{4,6}|[A-Z]\d-\d{4,6})(?![\w-])/gu,
  ],
  [
    'fr_citation',
    /(?<![\w.-])(?<volume>\d{2,3})\s+(?:Fed\.?\s?Reg\.?|F\.?\s?R\.?)\s+(?<page>\d{1,3},\d{3}|\d{2,6})(?![\w,]\d)/gu,
  ],
]

/** Finds the regulations that a text names by docket, RIN, number or citation of the Federal Register. */
export function findRegulationMentions(text: string): RegulationMention[] {
  return PATTERNS.flatMap(([scheme, pattern]) =>
    [...text.matchAll(pattern)].map((match) => {
      const { number, volume, page } = match.groups!
      return {
        start: match.index,
        end: match.index + match[0].length,
        scheme,
        number: number ?? `${Number(volume)} FR ${page!.replace(',', '')}`,
        words: match[0],
      }
    }),
  ).sort((a, b) => a.start - b.start)
}
