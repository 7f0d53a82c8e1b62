/**
 * The role of words in a bill. `law`: they do something. `purpose`: they say what the bill does, as its authors sum it up.
 * `findings`: reasons, and purposes that only say what is hoped for. `definition`: meanings of
 * words. `formal`: short titles, enacting clauses, severability and the like. `furniture`: not part of the bill, such
 * as heads of pages.
 */
export type Role = 'law' | 'purpose' | 'findings' | 'definition' | 'formal' | 'furniture'

type Rule = readonly [role: Role, pattern: RegExp]

const headingRules: readonly Rule[] = [
  [
    'formal',
    /\b(?:short\s+title|title,?\s+enacting|table\s+of\s+contents|severab|citation|references?\s+in)/iu,
  ],
  [
    'formal',
    /^[{\s]*(?:title|short titles?|codif\w*|captions?|constru\w*|liberal\w*|savings?(?:\s+clause)?|interpretation|rules?\s+of\s+construction|emergency(?:\s+clause)?|enacting\s+clause|approv\w*|(?:technical|conforming|clerical)\b.*|coordinat\w*.*|budgetary effects.*|repealers?(?:\s+clause)?)[.}\s]*$/iu,
  ],
  [
    'findings',
    /\b(?:findings?|purposes?|intent|legislative\s+(?:declaration|policy|history)|declarations?(?:\s+of\s+(?:policy|purpose))?|sense\s+of\s+(?:the\s+)?(?:congress|senate|house)|preamble|background|statement\s+of\s+policy)\b/iu,
  ],
  ['definition', /\bdefinitions?\b|\bdefined\s+terms?\b|\bterms?\s+defined\b/iu],
]

const lineRules: readonly Rule[] = [
  [
    'furniture',
    /^(?:\W*\d+\W*|[^\p{L}]*|page\s+\d+|.{0,60}\bpage \d+ of \d+|.{0,80}\.(?:docx?|pdf|xml)|---.{0,60})\W*$/iu,
  ],
  [
    'furniture',
    /^(?:VT LEG|LRB|LC\d|LSB|\d{2}-\d{4}|calendar\s+no\.|union\s+calendar|skip to|home\b|you have triggered an error|click here|printed on|underlined|additions? (?:are|is)|explanation[:—–-]|\[?(?:matter|bracketed)\b|\d+(?:st|nd|rd|th) congress|star print|opens? in|report title:|introduced by:|description:|summary:|(?:new )?statutory material\b.{0,40}\b(?:bracketed|stricken|underscored)|the summary description of legislation)/iu,
  ],
  [
    'furniture',
    /^(?:adopted by|approved by|reapproved|re-approved|approved\b.*\d{4}|amended by alec|(?:clerk|secretary|speaker|president|attest)\b)/iu,
  ],
  [
    'furniture',
    /\b(?:our (?:privacy policy|websites?)|hyperlink contains|no roll call votes|(?:is|are) automatically collected|summary pertains to the bill)\b|<br>|^line \d+ through\b/iu,
  ],
  [
    'furniture',
    /\b(?:javascript|cookies?|AntiAlias|cPDF|Acrobat Distiller|ALEC(?:'s)?\b.*(?:Task\s+Force|Board|Meeting|Summit))/u,
  ],
  [
    'formal',
    /\b(?:be it (?:further )?(?:enacted|ordained|resolved by the)|it is hereby enacted|(?:do )?enact as follows|enacts? as follows|the following (?:act|bill)s? (?:is|are) passed)\b/iu,
  ],
  [
    'formal',
    /\b(?:may|shall) (?:b[ey] )?(?:known(?: and| or)?(?:\s+may be)?\s*(?:citi?ed)?|citi?ed|referred to)\s*(?:and (?:may be )?citi?ed\s*)?(?:as|the)\b/iu,
  ],
  [
    'formal',
    /\b(?:budgetary effects of this|pay-as-you-go act|PAYGO|any reference to [“"‘]this act|references? (?:in|to) this act|as used in this act, the term)\b/iu,
  ],
  [
    'formal',
    /\b(?:table of (?:contents|sections)|severable|provisions? (?:or applications? )?of this (?:act|chapter|section|article|title)\b.*\b(?:held )?(?:invalid|unconstitutional)|(?:held|declared) (?:to be )?(?:invalid|unconstitutional)|^nothing in this (?:act|title|subtitle|section|chapter|article|part|subsection|paragraph|division)[^.]{0,40}?\b(?:shall|may|is to)\b|this act is necessary for the immediate preservation|constitute a new chapter|(?:is|are) added to and made a part of)\b/iu,
  ],
  [
    'formal',
    /^["“]?(?:(?:whereas|because|that),? )?an emergency (?:existing|exists|is (?:hereby )?declared)\b/iu,
  ],
  [
    'findings',
    /^(?:["“]?(?:whereas)\b|[\W\d]*(?:\p{L}\)\s*)?(?:the )?(?:legislature|legislative assembly|general assembly|congress|state|city council|council|senate|house(?: of representatives)?|assembly)(?: of [\p{L}\s]{3,40}?)?(?: hereby)?(?: further| also)? (?:finds?|recognizes?|declares?|determines?|acknowledges?|intends?|believes?)\b)/iu,
  ],
  [
    'findings',
    /^(?:since [^,]{1,60}, )?[\p{L}\s]{2,40} (?:has|have) (?:reported|shown|experienced|demonstrated)\b/iu,
  ],
  [
    'findings',
    /^(?:the public policy of (?:this|the) state|the (?:united states )?constitution (?:provides|states|requires|gives))\b/iu,
  ],
  // An opinion obliges nobody: `The use of drugs by employees is contrary to the efficiency of the service.`
  [
    'findings',
    /^(?!.*\b(?:shall|must|may|will)\b)[^.;:]{1,200}\b(?:is|are) (?:contrary to|essential to|vital to|critical to|detrimental to|in the (?:best |public )interests? of)\b/iu,
  ],
  [
    'findings',
    /^\W*(?:(?:recent )?studies|research|evidence|statistics)\b.{0,30}\b(?:shows?|shown|suggests?|indicates?|found|demonstrates?)\b/iu,
  ],
  [
    'findings',
    /\b(?:legislature|assembly|congress|council) (?:hereby )?(?:finds|recognizes|intends)\b|\bit is (?:the|hereby)?[\s\p{L}]{0,30}\b(?:intent(?:ion)?|purpose|policy|sense|declared|found)\b|\bfindings?\b.{0,12}—|\bpurposes? of (?:this|the) (?:act|section|chapter|article|subchapter|subtitle|part|title|bill|division|subpart|paragraph|model|legislation|program|compact|resolution|subsection)\b.{0,8}\b(?:is|are)\b|\bsense of (?:the )?(?:congress|senate|house)\b|\b(?:is|are) intended to\b/iu,
  ],
  [
    'definition',
    /["”’]\)?,?(?: or “[^”]+”,?)? (?:means?|includes?|has the (?:same )?meaning|have the (?:same )?meaning|shall (?:mean|include|have the)|does not include|refers? to|is defined)|\b(?:has|have) the (?:same )?meanings?\b|\bthe terms? ["“]|\bas used in this\b|\bfollowing definitions\b|\bdefinitions? (?:in|of|under|contained)\b|^\W*(?:definitions?|unless the context)\b|\bas (?:that term is )?defined in\b.{0,40}\.$/iu,
  ],
  [
    'definition',
    /^for (?:the )?purposes? of th(?:is|e)\b.{0,80}?\b(?:is one|is any|are those|means?|includes?|is considered)\b/iu,
  ],
  [
    'definition',
    /^["“(]*[\p{L}\d\s-]{2,60}["”)]?\.—the term\b|^[“"][^”"]{2,70}[”"],? (?:means|includes|has|shall|is|does|refers)\b|^(?:\(\w+\)\s*|\w\.\s*)?[\p{L}\s-]{3,60} (?:means|shall mean)\b/iu,
  ],
]

/** What a bill does. */
const ACTS =
  'adopt|allow|amend|appropriate|authorize|ban|change|clarify|create|designate|direct|establish|exempt|expand|extend|give|grant|impose|limit|mandate|permit|prohibit|provide|raise|regulate|repeal|require|revise|set|update'
/** What a bill is hoped to bring about. It says what the bill does if it goes on with `by giving …`. */
const HOPES = '(?:reduce|increase|eliminate|improve|strengthen|lower|enable|make)\\b[^.]*? by \\p{Ll}+ing'
/** `The purpose of this Act is to require …`. A purpose without such a verb only praises the bill. */
const PURPOSE = new RegExp(
  String.raw`^[\W\d]*(?:\p{L}\)\s*)?(?:(?:accordingly|therefore),? )?(?:(?:the|it is the) (?:purposes?|intent) of th(?:is|e) [\p{L}/]+(?: (?:is|are))?(?: hereby)?|(?:the provisions of )?this (?:act|bill|measure|legislation) (?:is|are) intended) to:?\s+(?:\(\w+\)\s*)?(?:(?:${ACTS})\b|${HOPES})`,
  'iu',
)

/** A role shows in the first words; more of a long line is not read. */
const READ_CHARACTERS = 240

const roleBy = (rules: readonly Rule[], words: string): Role =>
  rules.find(([, pattern]) => pattern.test(words))?.[0] ?? 'law'

export const roleOfHeading = (heading: string): Role =>
  roleBy(headingRules, heading.slice(0, READ_CHARACTERS))

/** A resolution says in its `That …` what the chamber thinks. That is what it does, so it counts as law. */
export function roleOfWords(words: string): Role {
  const start = words.slice(0, READ_CHARACTERS)
  if (/^["“]?(?:That|Resolved)\b/u.test(start)) return 'law'
  return PURPOSE.test(start) ? 'purpose' : roleBy(lineRules, start)
}
