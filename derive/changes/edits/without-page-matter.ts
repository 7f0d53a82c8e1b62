import { countWords } from '../words/wording.ts'
import type { Edit } from './edit.ts'
import { isAmendment, pageMatter } from './page-matter.ts'
import type { SectionedText } from './read-edits.ts'
import { isTitleHead } from './title-heads.ts'

export type Texts = { readonly from: SectionedText; readonly to: SectionedText }

/** Where the lines of both texts start that are about the document. */
export type PageMatter = { readonly from: ReadonlySet<number>; readonly to: ReadonlySet<number> }

export const pageMatterOf = ({ from, to }: Texts): PageMatter => ({
  from: pageMatter(from),
  to: pageMatter(to),
})

/** Leaves out the words of lines that are about the document, and how a title is printed. The other side of an edit stays. */
export function withoutPageMatter(edits: readonly Edit[], texts: Texts, matter: PageMatter): Edit[] {
  const { from, to } = texts
  const hasOtherHead = isAmendment(from) || isAmendment(to)
  const hasTitles = hasTitle(from, matter.from) && hasTitle(to, matter.to)
  return edits.flatMap((edit) => {
    const { change, before, after, from_line, to_line } = edit
    const isTitle = isFront(from, change.from) || isFront(to, change.to)
    if (isTitle && (hasOtherHead || isTitleHead(edit))) return []
    if (isTitle && !hasTitles && !isRecital(edit)) return []
    const leavesBefore = before !== null && matter.from.has((from_line ?? before).start)
    const leavesAfter = after !== null && matter.to.has((to_line ?? after).start)
    if (!leavesBefore && !leavesAfter) return [edit]
    const left = { ...edit, before: leavesBefore ? null : before, after: leavesAfter ? null : after }
    return left.before === null && left.after === null ? [] : [left]
  })
}

const isFront = ({ tree }: SectionedText, place: number | null): boolean =>
  place !== null && tree.sections[place]!.kind === 'front'

/** `That` follows the resolving clause. */
const FEWEST_WORDS = 2

/** Enrolled resolutions are printed without a title. */
const hasTitle = ({ text, tree }: SectionedText, matter: ReadonlySet<number>): boolean =>
  tree.sections
    .filter(({ kind }) => kind === 'front')
    .flatMap(({ paragraphs }) => paragraphs)
    .some(({ start, end }) => !matter.has(start) && countWords(text.slice(start, end)) >= FEWEST_WORDS)

const isRecital = ({ before, after }: Edit): boolean =>
  [before, after].some((span) => span !== null && /^\W*whereas\b/iu.test(span.text))
