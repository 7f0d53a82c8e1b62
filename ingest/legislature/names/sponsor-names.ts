import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import { isSuffix, joinCutNames } from './cut-names.ts'

type Sponsor = BillParts['sponsors'][number]

/**
 * Reads sponsors from their names. A suffix is joined to the name before it. A list of names under one title
 * becomes several people. A committee that was called a person becomes an organization. A title gives the
 * chamber if no other field does. Names stay as printed.
 */
export function readSponsors(
  sponsors: readonly Sponsor[],
  { chambers }: Pick<JurisdictionEntry, 'chambers'>,
): readonly Sponsor[] {
  const { whole } = joinCutNames(
    sponsors.flatMap((sponsor) => severalOf(sponsor)),
    {
      nameOf: ({ name }) => name,
      rename: (sponsor, name) => ({ ...sponsor, name }),
      isEndOf: ({ name, entity_type }, before) =>
        isSuffix(name) && entity_type !== 'organization' && before.entity_type !== 'organization',
    },
  )
  return whole.map((sponsor) => ({
    ...sponsor,
    entity_type: entityTypeOf(sponsor.name, sponsor.entity_type),
    chamber: sponsor.chamber ?? chamberOfTitle(sponsor.name, chambers),
  }))
}

/** One title for several: `Representatives Francine and Faust`. */
const SEVERAL =
  /^(?<title>(?:Representative|Senator|Delegate|Assembly ?member)s|Reps\.?|Sens\.?)\s+(?<names>.+)$/iu
const BETWEEN_NAMES = /\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*/iu
const LINE_ENDS = /\s*\n\s*/u

function severalOf(sponsor: Sponsor): readonly Sponsor[] {
  const { name, entity_type } = sponsor
  if (entity_type === 'organization' || isOrganization(name)) return [sponsor]
  const lines = name.split(LINE_ENDS).filter((line) => line.trim() !== '')
  const named = lines.flatMap((line) => {
    const { title, names } = SEVERAL.exec(line.trim())?.groups ?? {}
    if (title === undefined || names === undefined) return [line]
    const one = title.replace(/s(?<dot>\.?)$/iu, '$<dot>')
    // A suffix stands alone here, and is joined to its name with the others.
    return names.split(BETWEEN_NAMES).map((part) => (isSuffix(part) ? part : `${one} ${part}`))
  })
  return named.length < 2 ? [sponsor] : named.map((part) => ({ ...sponsor, name: part }))
}

const BODIES =
  /\b(?:sub-?)?committees?\b|\b(?:caucus|commission|delegation|department|agency|bureau|task force)\b/iu
/** Words that are family names too, together with the words that make them the name of a body. */
const NAMED_BODIES =
  /\b(?:board|council|office) (?:of|on|for)\b|\b(?:executive|management|legislative|judicial) (?:board|council|office)\b|(?:\band|&) \w+ (?:board|council|office)\b/iu
/** No person has one of these as a whole name; `House, Charles` is a person. */
const OF_CHAMBER = /^(?:senate|assembly|joint|house(?! \p{L}{1,2}\.?$))\s+\p{L}/iu
/** Subjects of committees, if the subject is the whole name. */
const SUBJECTS: ReadonlySet<string> = new Set([
  'agriculture',
  'appropriations',
  'education',
  'elections',
  'finance',
  'insurance',
  'judiciary',
  'local government',
  'natural resources',
  'revenue',
  'rules',
  'state affairs',
  'taxation',
  'transportation',
  'ways and means',
])

function isOrganization(name: string): boolean {
  const text = name.trim().replace(/\s+/gu, ' ')
  return (
    BODIES.test(text) || NAMED_BODIES.test(text) || OF_CHAMBER.test(text) || SUBJECTS.has(text.toLowerCase())
  )
}

const PERSONAL_TITLE =
  /^(?:(?<upper>sen(?:ator|\.))|(?<lower>(?:rep(?:resentative|\.)|del(?:egate|\.)|assembly ?(?:member|man|woman)))|mrs?\.|ms\.)\s+\p{L}/iu

/** Decides by the name. If the name does not say, the source decides. */
export function entityTypeOf(name: string, reported: string): string {
  if (reported !== 'organization' && isOrganization(name)) return 'organization'
  return reported === 'organization' && PERSONAL_TITLE.test(name) && !isOrganization(name)
    ? 'person'
    : reported
}

function chamberOfTitle(name: string, chambers: JurisdictionEntry['chambers']): Chamber | null {
  const { upper, lower } = PERSONAL_TITLE.exec(name)?.groups ?? {}
  const chamber = upper !== undefined ? 'upper' : lower !== undefined ? 'lower' : null
  return chambers.some((one) => one.chamber === chamber) ? chamber : null
}
