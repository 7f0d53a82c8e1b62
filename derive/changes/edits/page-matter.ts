import type { SectionedText } from './read-edits.ts'

const TITLE_ALONE = /^(?:a bill|an act|a? ?(?:joint |concurrent )?resolution)[.:]?$/iu
const TITLE =
  /^(?:No\. \d+\. )?["“]?(?:an act\b|a bill (?:for|to|relating)|a? ?(?:joint |concurrent )?resolution (?:to|relating|providing|proposing|making))/iu
const ENACTING =
  /^(?:be it (?:further )?enacted|it is hereby enacted|strike (?:all|out all) after the enacting clause|resolved by the (?:house|senate)\b.{0,80},(?: that)?$)|assembled,$/iu
/** Lines of the printer, the clerk or the presiding officer, wherever they stand. */
const PRINTED_ABOUT_IT =
  /^(?:passed the (?:house|senate)\b.{0,60}|approved \w+ \d+, \d{4}\.?|speaker of the house.{0,40}|vice president of the united states.{0,60}|president of the senate.{0,20}|(?:chief )?clerk\.?|secretary\.?|attest:?|--- end ---|(?:union|house|senate) calendar.{0,30}|calendar no.{0,20}|.{0,60}page \d+ of \d+|legislative history.*|_+|governor|date|introduced by:[\s_]*|enrolled \p{L}{1,4} \d+|(?:chief |house |senate |floor )?(?:co)?sponsors?:.{0,200}|committee note:|the .{3,100} committee recommended this bill\.?|legislative vote:.{0,100})$/iu

/** A line of a table of contents repeats a heading, which is compared where it stands. */
const CONTENTS =
  /^(?:[Ss](?:ection|ec\.|ECTION|EC\.)\s[\w.–-]+\.\s.{0,200}|(?:[Ss]ubtitle|SUBTITLE|[Tt]itle|TITLE|[Pp]art|PART|[Cc]hapter|CHAPTER|[Dd]ivision|DIVISION)\s[\p{Lu}\d]+[—–.-].{0,200})$/u
const AMENDMENT =
  /^(?:strike (?:all|out all) after the (?:enacting|resolving) clause|in lieu of the matter proposed)/imu

/** Whether a text is an amendment of one chamber to a bill of the other: its head says so in place of a title. */
export const isAmendment = ({ text, tree }: SectionedText): boolean => {
  const front = tree.sections.find(({ kind }) => kind === 'front')
  return front !== undefined && AMENDMENT.test(text.slice(front.start, front.end))
}

/** The places where lines start that are about the document and are no law: page heads, sponsors, dates, signatures. */
export function pageMatter({ text, tree }: SectionedText): ReadonlySet<number> {
  const starts = new Set<number>()
  for (const { kind, paragraphs } of tree.sections) {
    const lines = paragraphs.map(({ start, end }) => ({ start, line: text.slice(start, end).trim() }))
    const until = kind === 'front' ? endOfHead(lines.map(({ line }) => line)) : 0
    const contents = contentsIn(lines.map(({ line }) => line))
    for (const [index, { start, line }] of lines.entries()) {
      const isContents = kind === 'section' && contents.has(index)
      const isAboutIt = index < until || ENACTING.test(line) || PRINTED_ABOUT_IT.test(line)
      if (kind === 'back' || isContents || isAboutIt) starts.add(start)
    }
  }
  return starts
}

const CONTENTS_MIN = 3

/** Lines of a table of contents. Fewer of them behind each other may be a heading of law that the bill inserts. */
function contentsIn(lines: readonly string[]): Set<number> {
  const found = new Set<number>()
  let run: number[] = []
  for (const [index, line] of [...lines, ''].entries()) {
    if (index > 0 && CONTENTS.test(line)) {
      run.push(index)
    } else {
      if (run.length >= CONTENTS_MIN) for (const each of run) found.add(each)
      run = []
    }
  }
  return found
}

/** The number of lines that stand before the title of the bill. */
function endOfHead(lines: readonly string[]): number {
  const alone = lines.findLastIndex((line) => TITLE_ALONE.test(line))
  if (alone !== -1) return alone + 1
  return Math.max(
    0,
    lines.findIndex((line) => TITLE.test(line)),
  )
}
